"""The environments of the Python package, in random configurations.

What PettingZoo's api_test and seed_test ask for is asked here in our own words, so that it is tested
where PettingZoo is not installed; where it is, its own tests run too.

    PYTHONPATH=build/python python3 tests/library/check_environments.py
"""
import itertools
import os
import random
import unittest

import numpy as np

import railhead
from railhead import _spaces
from railhead.aec import Environment
from railhead.spiel import CHANCE_PLAYER, TERMINAL_PLAYER, SpielGame

try:
    import gymnasium
    import pettingzoo
    from pettingzoo.test import api_test, seed_test
except ImportError:
    pettingzoo = None

SEED = int(os.environ.get('RAILHEAD_TEST_SEED', 20020501))
CONFIGURATIONS = 12


def configuration(rng):
    """Arguments of an Environment and of a SpielGame."""
    return {'board': railhead.Board(rng.choice(railhead.board_names())), 'seats': rng.randint(2, 6),
            'variants': tuple(one for one in ('open-cards', 'blocking', 'private-tracks') if rng.random() < 0.4),
            'whole_games': rng.random() < 0.5}


class Random(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(f'{SEED} {self.id()}')

    def configurations(self):
        for _ in range(CONFIGURATIONS):
            arguments = configuration(self.random)
            with self.subTest(**arguments):
                yield arguments


class Agents(Random):
    """railhead.aec"""

    def sample(self, env, observation):
        return env.action_space(env.agent_selection).sample(observation['action_mask'])

    def check_agents(self, env):
        for by_agent in (env.rewards, env.terminations, env.truncations, env.infos):
            self.assertEqual(list(by_agent), env.agents)
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertLessEqual(set(env.agents), set(env.possible_agents))

    def play(self, env):
        """Plays to the end; what last() gave each agent, and what the rewards add up to."""
        given, summed = (dict.fromkeys(env.possible_agents, 0.0) for _ in range(2))
        since = dict(summed)  # the agent's last step
        gone = set()
        for agent in env.agent_iter():
            self.assertNotIn(agent, gone)
            observation, reward, over, cut, info = env.last()
            self.assertEqual((over, cut, info), (env.terminations[agent], env.truncations[agent], env.infos[agent]))
            self.assertIs(type(over), bool)
            self.assertFalse(cut)
            self.assertTrue(env.observation_space(agent).contains(observation))
            self.assertEqual(observation['observation'].dtype, env.observation_space(agent)['observation'].dtype)
            self.assertEqual(bool(observation['action_mask'].any()), not over)
            self.assertEqual(reward, since[agent])
            given[agent] += reward
            since[agent] = 0.0
            if over:
                gone.add(agent)
            self.assertIsNone(env.step(None if over else self.sample(env, observation)))
            self.check_agents(env)
            for other, reward in env.rewards.items():
                summed[other] += reward
                since[other] += reward
        self.assertEqual(gone, set(env.possible_agents))
        return given, summed

    def test_rewards_are_counted_once_and_observations_are_in_their_space(self):
        for arguments in self.configurations():
            env = Environment(**arguments)
            for _ in range(2):
                env.reset(seed=self.random.randrange(2 ** 64), options={'some': 1})
                self.check_agents(env)
                given, summed = self.play(env)
                self.assertEqual(given, summed)
                if arguments['whole_games']:
                    self.assertAlmostEqual(sum(given.values()), 1.0)

    def test_points_below_0_are_within_the_bounds_that_are_declared(self):
        below, games = 0, 0
        while below == 0 and games < 100:
            env = Environment(seats=4, whole_games=True)
            env.reset(seed=self.random.randrange(2 ** 64))
            space = env.observation_space('seat_0')
            while env.agents:
                observation = env.last()[0]
                self.assertTrue(space.contains(observation))
                below += bool((observation['observation'] < 0).any())
                env.step(None if env.terminations[env.agent_selection] else self.sample(env, observation))
            games += 1
        self.assertGreater(below, 0)

    def test_an_agent_has_the_same_spaces_each_time(self):
        env = Environment(seats=2)
        for agent in env.possible_agents:
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
        self.assertIsNot(env.action_space('seat_0'), env.action_space('seat_1'))

    def test_the_same_seeds_give_the_same_play(self):
        for arguments in self.configurations():
            seed = self.random.randrange(2 ** 64)
            told = []
            for _ in range(2):
                env = Environment(**arguments)
                env.reset(seed=seed)
                env.reset()  # follows from the seed
                for number, agent in enumerate(env.agents):
                    env.action_space(agent).seed(number)
                    env.observation_space(agent).seed(number)
                steps = []
                for agent in itertools.islice(env.agent_iter(), 60):
                    observation, reward, over, *_ = env.last()
                    action = None if over else self.sample(env, observation)
                    steps.append((agent, observation['observation'].tobytes(), reward, over, action))
                    env.step(action)
                told.append((steps, env.observation_space('seat_0').sample()['observation'].tobytes()))
            self.assertEqual(*told)

    def test_without_a_seed_cards_differ(self):
        hands = set()
        for _ in range(3):
            env = Environment(seats=2)
            for _ in range(3):
                env.reset()
                hands.add(env.observe('seat_0')['observation'].tobytes())
        self.assertGreater(len(hands), 7)

    def test_seeds_may_be_numbers_of_numpy(self):
        env = Environment(seats=2)
        observations = []
        for seed in (7, np.int64(7)):
            env.reset(seed=seed)
            observations.append(env.observe('seat_0')['observation'])
        np.testing.assert_array_equal(*observations)
        np.testing.assert_array_equal(observations[0], SpielGame(seats=2).new_initial_state(np.uint8(7))
                                      .observation_tensor(0))

    def test_steps_are_refused_that_do_not_fit(self):
        env = Environment(seats=2)
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step(None)
        with self.assertRaises(ValueError):
            env.step(0)
        while not env.terminations[env.agent_selection]:
            env.step(self.sample(env, env.last()[0]))
        with self.assertRaises(ValueError):
            env.step(1)

    @unittest.skipIf(pettingzoo is None, 'PettingZoo is not installed')
    def test_pettingzoos_own_tests_pass(self):
        for arguments in self.configurations():
            env = Environment(**arguments)
            self.assertIsInstance(env, pettingzoo.AECEnv)
            self.assertIsInstance(env.action_space('seat_0'), gymnasium.spaces.Discrete)
            api_test(env, num_cycles=300)
            seed_test(lambda: Environment(**arguments), num_cycles=60)


class Spaces(Random):
    """Our own spaces, used where gymnasium is not installed."""

    def test_what_is_drawn_is_contained(self):
        low = np.array([-3, 0, 0], dtype=np.float32)
        discrete = _spaces.Discrete(9, start=2)
        box = _spaces.Box(low, 1.0, low.shape)
        spaces = _spaces.Dict({'number': discrete, 'row': box, 'bits': _spaces.Box(0, 1, (4,), np.int8)})
        spaces.seed(self.random.randrange(2 ** 32))
        for _ in range(100):
            drawn = spaces.sample()
            self.assertIn(drawn, spaces)
            self.assertIn(drawn['number'], discrete)
            self.assertNotIn({**drawn, 'row': drawn['row'] + 5}, spaces)
            self.assertNotIn({**drawn, 'row': drawn['row'][:2]}, spaces)
            self.assertNotIn({**drawn, 'row': drawn['row'].astype(np.float64)}, spaces)
            mask = np.array([self.random.random() < 0.3 for _ in range(9)], dtype=np.int8)
            chosen = discrete.sample(mask)
            self.assertTrue(mask[chosen - 2] if mask.any() else chosen == 2)
        for wrong in (1, 11, 2.0, 'x', None):
            self.assertNotIn(wrong, discrete)

    def test_a_seed_repeats_what_is_drawn(self):
        made = [_spaces.Dict({'one': _spaces.Discrete(1000), 'two': _spaces.Box(0, 1, (3,))}) for _ in range(2)]
        for space in made:
            space.seed(5)
        first, second = (space.sample() for space in made)
        self.assertEqual(first['one'], second['one'])
        np.testing.assert_array_equal(first['two'], second['two'])
        self.assertEqual(*made)


class States(Random):
    """railhead.spiel"""

    def chance(self, state):
        """Takes an outcome of a chance node."""
        actions, chances = zip(*state.chance_outcomes())
        self.assertAlmostEqual(sum(chances), 1.0)
        self.assertEqual(state.legal_actions(), list(actions))
        self.assertEqual(state.legal_actions(0), [])
        state.apply_action(self.random.choices(actions, chances)[0])

    def advance(self, state, moves):
        """So many actions of players, and the chance nodes between them."""
        while not state.is_terminal() and moves > 0:
            if state.is_chance_node():
                self.chance(state)
            else:
                state.apply_action(self.random.choice(state.legal_actions()))
                moves -= 1
        while state.is_chance_node():
            self.chance(state)

    def check_same(self, game, state, other):
        self.assertEqual(str(state), str(other))
        self.assertEqual(state.full_history(), other.full_history())
        self.assertEqual(state.returns(), other.returns())
        self.assertEqual(state.legal_actions(), other.legal_actions())
        for player in range(game.num_players()):
            self.assertEqual(state.information_state_string(player), other.information_state_string(player))
            np.testing.assert_array_equal(state.information_state_tensor(player),
                                          other.information_state_tensor(player))

    def test_games_of_random_states(self):
        for arguments in self.configurations():
            game = SpielGame(**arguments)
            state = game.new_initial_state()
            self.assertTrue(state.is_initial_state() and state.is_chance_node())
            players = chances = 0
            while not state.is_terminal():
                self.assertEqual(state.is_chance_node(), state.current_player() == CHANCE_PLAYER)
                self.assertNotEqual(state.is_chance_node(), state.is_player_node())
                if state.is_chance_node():
                    self.chance(state)
                    chances += 1
                    continue
                action = self.random.choice(state.legal_actions())
                text = state.action_to_string(state.current_player(), action)
                self.assertEqual(state.string_to_action(text), action)
                self.assertEqual(state.legal_actions_mask()[action], 1)
                state.apply_action(action)
                players += 1
                if self.random.random() < 0.02:
                    self.check_same(game, state, game.deserialize_state(state.serialize()))
                    self.check_same(game, state, state.clone())
            self.assertEqual(state.current_player(), TERMINAL_PLAYER)
            self.check_same(game, state, game.deserialize_state(state.serialize()))
            self.assertLessEqual(players, game.max_game_length())
            self.assertLessEqual(chances, game.max_chance_nodes_in_history())
            self.assertEqual(len(state.history()), players + chances)
            for worth in state.returns():
                self.assertTrue(game.min_utility() <= worth <= game.max_utility())
            if game.utility_sum() is not None:
                self.assertAlmostEqual(sum(state.returns()), game.utility_sum())
            self.assertEqual([len(state.information_state_tensor(0))], game.information_state_tensor_shape())
            self.assertEqual(len(state.information_state_tensor(0)), game.information_state_tensor_size())
            self.assertEqual(len(state.observation_tensor(0)), game.observation_tensor_size())

    def test_cards_differ_without_a_seed_and_not_with_one(self):
        game = SpielGame(seats=3)
        dealt = []
        for _ in range(5):
            state = game.new_initial_state()
            self.advance(state, 0)
            dealt.append(state.information_state_string(0))
        self.assertEqual(len(set(dealt)), 5)
        self.assertEqual(len({game.new_initial_state(seed=4).information_state_string(0) for _ in range(5)}), 1)

    def test_chance_nodes_deal_as_a_seed_does(self):
        """A game by a seed, and the same actions of chance and players without it."""
        for arguments in self.configurations():
            game = SpielGame(**arguments)
            seeded = game.new_initial_state(seed=self.random.randrange(2 ** 64))
            self.advance(seeded, 250)
            again = game.new_initial_state()
            for player, action in seeded.full_history():
                self.assertEqual(player, again.current_player())
                again.apply_action(action)
            for player in range(game.num_players()):
                np.testing.assert_array_equal(seeded.information_state_tensor(player),
                                              again.information_state_tensor(player))
            self.assertEqual(seeded.position.state.hand, again.position.state.hand)
            self.assertEqual(seeded.returns(), again.returns())

    def test_a_card_is_dealt_once(self):
        game = SpielGame(seats=6)
        state = game.new_initial_state()
        self.advance(state, 0)
        cards = state.history()[1:]
        self.assertEqual((len(cards), len(set(cards))), (30, 30))
        with self.assertRaises(ValueError):
            game.new_initial_state().apply_action(0)  # a card before it is known who begins

    def test_the_environment_and_the_state_agree(self):
        for arguments in self.configurations():
            env, state = Environment(**arguments), SpielGame(**arguments).new_initial_state(seed=5)
            env.reset(seed=5)
            while not state.is_terminal():
                observation, reward, over, *_ = env.last()
                self.assertEqual((reward, over), (0.0, False))
                self.assertEqual(env.agent_selection, f'seat_{state.current_player()}')
                np.testing.assert_array_equal(np.flatnonzero(observation['action_mask']), state.legal_actions())
                np.testing.assert_array_equal(observation['observation'], state.observation_tensor())
                action = self.random.choice(state.legal_actions())
                env.step(action)
                state.apply_action(action)
            rewards = []
            for _ in env.agent_iter():
                rewards.append(env.last()[1])
                env.step(None)
            self.assertEqual(rewards, state.returns())

    def test_nothing_that_a_player_is_told_depends_on_the_cards_of_others(self):
        for arguments in self.configurations():
            game = SpielGame(**arguments)
            state = game.new_initial_state(seed=self.random.randrange(2 ** 64))
            self.advance(state, self.random.randrange(60))
            if state.is_terminal():
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, self.random.random)
                self.assertEqual(state.information_state_string(player), other.information_state_string(player))
                np.testing.assert_array_equal(state.information_state_tensor(player),
                                              other.information_state_tensor(player))
                self.assertEqual(state.legal_actions(), other.legal_actions())
                self.assertEqual(state.position.state.hand[player], other.position.state.hand[player])

    def test_states_with_other_cards_go_on_by_chance_and_can_be_written(self):
        for arguments in self.configurations():
            game = SpielGame(**{**arguments, 'variants': arguments['variants'][1:]})
            state = game.new_initial_state(seed=3)
            self.advance(state, 40)
            if state.is_terminal() or 'open-cards' in game.variants:
                continue
            other = state.resample_from_infostate(state.current_player(), self.random.random)
            self.assertNotEqual(state.position.state.hand, other.position.state.hand)
            self.check_same(game, other, game.deserialize_state(other.serialize()))
            self.advance(other, 10 ** 6)
            self.assertTrue(other.is_terminal())

    def test_every_card_that_may_be_hidden_is_as_likely(self):
        """Two players and five cards of a group: the other has each of the four that are left."""
        state = SpielGame(seats=2).new_initial_state(seed=6)
        counts = {}
        draws = 400
        for _ in range(draws):
            for city in state.resample_from_infostate(0, self.random.random).position.state.hand[1]:
                counts[city] = counts.get(city, 0) + 1
        self.assertEqual(len(counts), 4 * 5)
        for count in counts.values():
            self.assertLess(abs(count - draws / 4), 6 * (draws * 3 / 16) ** 0.5)

    def test_what_algorithms_ask_a_game(self):
        for arguments in self.configurations():
            game = SpielGame(**arguments)
            kind = game.get_type()
            self.assertEqual(kind.dynamics, kind.dynamics.__class__.SEQUENTIAL)
            self.assertEqual(kind.reward_model.name, 'TERMINAL')
            self.assertEqual(kind.chance_mode.name, 'EXPLICIT_STOCHASTIC')
            self.assertEqual(kind.information.name, 'IMPERFECT_INFORMATION')
            self.assertEqual(game.get_parameters()['players'], game.num_players())
            self.assertIn(arguments['board'].id, str(game))


if __name__ == '__main__':
    print(f'# RAILHEAD_TEST_SEED={SEED}')
    unittest.main()
