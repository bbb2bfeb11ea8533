"""TransAmerica and Trans Europa: rules, exact scores, bots, records, environments for learning.

    >>> import railhead
    >>> game = railhead.Game(railhead.Board('transamerica'), seats=2, seed=1)
    >>> game.sit(0, 'hard')
    >>> game.sit(1, 'medium')
    >>> game.play_on()
    >>> game.state.phase
    'game over'

docs/library.md of the source tree is the way in.  `railhead.aec` has an environment in the shape of
PettingZoo's, `railhead.spiel` a state in that of OpenSpiel, and `Batch` steps thousands of games.
"""
from ._calls import RailheadError, ffi, lib
from .batch import Batch, Stepped
from .board import Board, City, Junction, Line, board_names
from .game import Bot, Event, Game, Idea, Reviewed, Thoughts, bots, read_record, review
from .position import Position, State, scores

__version__ = ffi.string(lib.railhead_version()).decode()

__all__ = ['Batch', 'Board', 'Bot', 'City', 'Event', 'Game', 'Idea', 'Junction', 'Line', 'Position',
           'RailheadError', 'Reviewed', 'State', 'Stepped', 'Thoughts', 'board_names', 'bots', 'read_record',
           'review', 'scores']
