"""Thousands of games at once: one call steps all of them, and arrays go in and out."""
from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from ._calls import call, fail, ffi, lib, variants_bits
from .board import Board
from .position import Position

__all__ = ['Batch', 'Stepped']


class Stepped(NamedTuple):
    over: NDArray[np.uint8]  #: 1 where a round ended, 2 where the game did too
    lost: NDArray[np.int16]  #: minus points of a round that ended, by seat; 0 elsewhere
    points: NDArray[np.int16]  #: everybody's points after the step, in whole games


class Batch:
    """Games that are stepped together.  One that is over begins anew with other cards.

    The arrays that step() and the others answer are the batch's own, and are written anew by the
    next call: copy what is to be kept.

    >>> batch = Batch(Board('transamerica'), games=1000, seats=4, series=1)
    >>> rounds = 0
    >>> for _ in range(200):
    ...     stepped = batch.step(batch.sample())
    ...     rounds += np.count_nonzero(stepped.over)
    >>> 1900 < rounds < 2500
    True
    """

    pointer: Any

    def __init__(self, board: Board, games: int, seats: int = 4, variants: Iterable[str] = (),
                 whole_games: bool = False, series: int = 0):
        made = ffi.new('struct railhead_batch **')
        episode = lib.RAILHEAD_EPISODE_GAME if whole_games else lib.RAILHEAD_EPISODE_ROUND
        call(lib.railhead_batch_new, made, board.pointer, games, seats, variants_bits(variants), episode,
             series)
        self.pointer = ffi.gc(made[0], lib.railhead_batch_free)
        self.board = board
        self.games = games
        self.seats = seats
        self._to_move, self._to_move_at = self._array(np.uint8, games)
        self._sample, self._sample_at = self._array(np.int32, games)
        self._over, self._over_at = self._array(np.uint8, games)
        self._lost, self._lost_at = self._array(np.int16, games, seats)
        self._points, self._points_at = self._array(np.int16, games, seats)
        if not whole_games:
            self._points[:] = board.start_points
            self._points_at = ffi.NULL
        # Made once: a step of a few games takes less time than making them would.
        self._error = ffi.new('struct railhead_error *')
        self._stepped = Stepped(self._over, self._lost, self._points)
        self._mask: Optional[tuple[NDArray[Any], Any]] = None
        self._numbers: Optional[tuple[NDArray[Any], Any]] = None
        self._gains: Optional[tuple[NDArray[Any], Any]] = None

    @staticmethod
    def _array(kind: Any, *shape: int) -> tuple[NDArray[Any], Any]:
        array = np.zeros(shape, dtype=kind)
        names = {np.uint8: 'uint8_t[]', np.int16: 'int16_t[]', np.int32: 'int32_t[]', np.float32: 'float[]'}
        return array, ffi.from_buffer(names[kind], array)

    def reset(self, series: int = 0) -> None:
        """All games anew; the same series gives the same deals."""
        call(lib.railhead_batch_reset, self.pointer, series)

    def to_move(self) -> NDArray[np.uint8]:
        call(lib.railhead_batch_to_move, self.pointer, self._to_move_at)
        return self._to_move

    def mask(self) -> NDArray[np.uint8]:
        """(games, actions): 1 where an action is legal."""
        if self._mask is None:
            self._mask = self._array(np.uint8, self.games, self.board.actions)
        call(lib.railhead_batch_mask, self.pointer, self._mask[1])
        return self._mask[0]

    def observe(self) -> NDArray[np.float32]:
        """(games, numbers): what the seat to move knows, as Position.observe() has it."""
        if self._numbers is None:
            self._numbers = self._array(np.float32, self.games, lib.railhead_batch_numbers(self.pointer))
        call(lib.railhead_batch_observe, self.pointer, self._numbers[1])
        return self._numbers[0]

    def gains(self) -> NDArray[np.float32]:
        """(games, actions): how much less the seat to move would miss after each track, exactly."""
        if self._gains is None:
            self._gains = self._array(np.float32, self.games, self.board.actions)
        call(lib.railhead_batch_gains, self.pointer, self._gains[1])
        return self._gains[0]

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game."""
        if lib.railhead_batch_sample(self.pointer, self._sample_at, self._error):
            fail(self._error)
        return self._sample

    def step(self, actions: Any = None) -> Stepped:
        """Every game takes its action, or a random one without them; -1 leaves a game as it is."""
        if actions is None:
            at = ffi.NULL
        elif actions is self._sample:
            at = self._sample_at
        else:
            taken = np.ascontiguousarray(actions, dtype=np.int32)
            if taken.shape != (self.games,):
                raise ValueError('there is one action for each game')
            at = ffi.from_buffer('int32_t[]', taken)
        if lib.railhead_batch_step(self.pointer, at, self._over_at, self._lost_at, self._points_at, self._error):
            fail(self._error)
        return self._stepped

    def run_random(self, steps: int) -> int:
        """So many random steps of each game, without a look at them; how many rounds ended."""
        rounds = ffi.new('uint64_t *')
        call(lib.railhead_batch_run_random, self.pointer, steps, rounds)
        return int(rounds[0])

    def position(self, game: int) -> Position:
        """A copy of one of the games."""
        pointer = lib.railhead_batch_position(self.pointer, game)
        if pointer == ffi.NULL:
            raise IndexError(game)
        return Position._copy_of(self.board, pointer)
