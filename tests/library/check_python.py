"""The Python package: its doctests, batches, and that all of it is typed.

    PYTHONPATH=build/python python3 tests/library/check_python.py
"""
import doctest
import importlib
import inspect
import pkgutil
import unittest

import numpy as np

import railhead

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


class Batches(unittest.TestCase):
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
