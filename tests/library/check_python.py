"""The Python package: its doctests, its environments beside each other, and that all of it is typed.

    PYTHONPATH=build/python python3 tests/library/check_python.py
"""
import doctest
import importlib
import inspect
import pkgutil
import random
import unittest

import numpy as np

import railhead
from railhead.aec import Environment
from railhead.spiel import SpielGame

SEED = 20020501
MODULES = ['railhead'] + [f'railhead.{module.name}' for module in pkgutil.iter_modules(railhead.__path__)
                          if module.name != '_core']


def load_tests(loader, tests, ignore):
    for name in MODULES:
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    return tests


class Package(unittest.TestCase):
    def test_everything_public_is_typed(self):
        for name in MODULES:
            module = importlib.import_module(name)
            for thing in (getattr(module, public) for public in getattr(module, '__all__', [])):
                functions = [thing] if inspect.isfunction(thing) else [
                    method for key, method in vars(thing).items()
                    if inspect.isfunction(method) and not key.startswith('_')] if inspect.isclass(thing) else []
                for function in functions:
                    signature = inspect.signature(function)
                    bare = [argument.name for argument in signature.parameters.values()
                            if argument.name != 'self' and argument.annotation is inspect.Parameter.empty]
                    self.assertEqual(bare, [], function.__qualname__)
                    self.assertIsNot(signature.return_annotation, inspect.Signature.empty,
                                     function.__qualname__)

    def test_objects_are_freed_with_what_they_stand_on(self):
        positions = []
        for _ in range(50):
            board = railhead.Board.load('boards/transeuropa.json')
            position = railhead.Position(board, seats=2, seed=1)
            positions.append(position.copy())
        for position in positions:
            position.deal()
            self.assertGreater(position.missing(0), 0)


class Environments(unittest.TestCase):
    """The same actions in the environment, the state, a position and a batch."""

    def setUp(self):
        self.random = random.Random(SEED)

    def play(self, board, seats, variants):
        env = Environment(board, seats, variants)
        state = SpielGame(board, seats, variants).new_initial_state(seed=5)
        env.reset(seed=5)
        while not state.is_terminal():
            observation, reward, termination, truncation, _ = env.last()
            self.assertEqual((reward, termination, truncation), (0.0, False, False))
            self.assertEqual(env.agent_selection, f'seat_{state.current_player()}')
            np.testing.assert_array_equal(np.flatnonzero(observation['action_mask']), state.legal_actions())
            np.testing.assert_array_equal(observation['observation'], state.observation_tensor())
            action = self.random.choice(state.legal_actions())
            text = state.action_to_string(state.current_player(), action)
            self.assertEqual(state.string_to_action(text), action)
            env.step(action)
            state.apply_action(action)
        rewards = {}
        for agent in env.agent_iter():
            rewards[agent] = env.last()[1]
            env.step(None)
        self.assertEqual(list(rewards.values()), state.returns())
        return state

    def test_environment_and_state_agree(self):
        for name, seats, variants in (('transamerica', 4, ()), ('transeuropa', 3, ()),
                                      ('transamerica', 2, ('blocking', 'private-tracks'))):
            self.play(railhead.Board(name), seats, variants)

    def test_a_state_is_what_its_text_says(self):
        game = SpielGame(seats=3)
        state = game.new_initial_state(seed=9)
        for _ in range(40):
            state.apply_action(self.random.choice(state.legal_actions()))
        again = game.deserialize_state(state.serialize())
        for player in range(3):
            tensor = state.information_state_tensor(player)
            self.assertEqual([len(tensor)], game.information_state_tensor_shape())
            self.assertEqual([len(state.observation_tensor(player))], game.observation_tensor_shape())
            np.testing.assert_array_equal(tensor, again.information_state_tensor(player))
            self.assertEqual(state.information_state_string(player), again.information_state_string(player))
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[0])
        self.assertNotEqual(str(copy), str(state))

    def test_nothing_that_a_seat_is_told_depends_on_the_cards_of_others(self):
        board = railhead.Board('transamerica')
        told = []
        for others in ((0, 1), (1, 0)):
            game = SpielGame(board, seats=3)
            state = game.new_initial_state(seed=3)
            dealt = state.position.state.hand
            position = railhead.Position(board, seats=3, seed=3)
            position.deal_hands([dealt[others[0]], dealt[others[1]], dealt[2]], first=0)
            told.append(position.observe(2))
        np.testing.assert_array_equal(*told)

    def test_a_whole_game_has_winners(self):
        state = SpielGame(seats=2, whole_games=True).new_initial_state(seed=2)
        while not state.is_terminal():
            state.apply_action(self.random.choice(state.legal_actions()))
        self.assertEqual(sum(state.returns()), 1.0)
        self.assertEqual(state.current_player(), -4)

    def test_a_batch_refuses_what_is_illegal_and_names_the_game(self):
        batch = railhead.Batch(railhead.Board('transamerica'), games=8, seats=4)
        actions = batch.sample().copy()
        actions[5] = 0
        with self.assertRaises(railhead.RailheadError) as refused:
            batch.step(actions)
        self.assertEqual(refused.exception.index, 5)
        with self.assertRaises(ValueError):
            batch.step([1, 2, 3])

    def test_a_batch_is_what_its_positions_are(self):
        batch = railhead.Batch(railhead.Board('transamerica'), games=8, seats=4, series=2)
        for _ in range(60):
            batch.step()
        mask, numbers, to_move = batch.mask(), batch.observe(), batch.to_move()
        for game in range(batch.games):
            position = batch.position(game)
            self.assertEqual(position.state.to_move, to_move[game])
            np.testing.assert_array_equal(np.flatnonzero(mask[game]), position.actions())
            np.testing.assert_array_equal(numbers[game], position.observe(to_move[game]))


if __name__ == '__main__':
    unittest.main()
