"""Positions: a game at one moment, by the rules."""
from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._calls import VARIANTS, call, ffi, lib, seed_bytes, variants_bits
from .board import Board, turn_struct, turn_text

__all__ = ['Position', 'State', 'scores']

PHASES = ('dealing', 'playing', 'round over', 'game over')


class State(NamedTuple):
    """What a position looks like.  Seats, junctions, lines and cities are numbers from 0."""
    seats: int
    variants: tuple[str, ...]
    phase: str  #: 'dealing', 'playing', 'round over' or 'game over'
    round: int
    first: int
    to_move: int
    supply: int
    barrier: int
    connected: tuple[int, ...]
    winners: tuple[int, ...]
    entered: int  #: tracks of a turn that was begun by act()
    points: tuple[int, ...]
    lost: tuple[int, ...]
    marker: tuple[Optional[int], ...]
    coloured: tuple[int, ...]
    hand: tuple[Optional[tuple[int, ...]], ...]  #: None where it is hidden
    track: NDArray[np.uint8]  #: by line: 0 none, 1 to 6 a seat's colour, 7 black; a ferry's second * 16


def _seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(lib.RAILHEAD_SEATS_MAX) if bits >> seat & 1)


def _known(number: int) -> Optional[int]:
    return None if number == lib.RAILHEAD_NONE else number


def _hand(cards: Any) -> Optional[tuple[int, ...]]:
    return None if cards[0] == lib.RAILHEAD_NONE else tuple(cards)


class Position:
    """A game at one moment.  Turns are texts as a record has them.

    >>> position = Position(Board('transamerica'), seats=3, seed=1)
    >>> position.deal()
    >>> position.play('@K7')
    >>> position.state.to_move, position.state.phase
    (1, 'playing')
    >>> len(position.turns())
    187
    >>> position.missing(0)
    29
    >>> position.play('@K7')
    Traceback (most recent call last):
    ...
    railhead._calls.RailheadError: another player's start marker stands on this junction
    """

    pointer: Any

    def __init__(self, board: Board, seats: int = 4, seed: Union[int, bytes] = 0,
                 variants: Iterable[str] = ()):
        made = ffi.new('struct railhead_position **')
        call(lib.railhead_position_new, made, board.pointer, seats, variants_bits(variants),
             seed_bytes(seed))
        self.board = board
        self.seats = seats
        self.pointer = ffi.gc(made[0], lib.railhead_position_free)

    @classmethod
    def _copy_of(cls, board: Board, pointer: Any) -> Position:
        made = ffi.new('struct railhead_position **')
        call(lib.railhead_position_copy, made, pointer)
        position = cls.__new__(cls)
        position.board = board
        position.pointer = ffi.gc(made[0], lib.railhead_position_free)
        position.seats = position.state.seats
        return position

    def copy(self) -> Position:
        return self._copy_of(self.board, self.pointer)

    def hidden(self, seat: Optional[int] = None) -> Position:
        """A copy that knows what a seat knows, or somebody who looks on.

        >>> position = Position(Board('transamerica'), seats=2, seed=1)
        >>> position.deal()
        >>> [hand is not None for hand in position.hidden(1).state.hand]
        [False, True]
        """
        copy = self.copy()
        call(lib.railhead_position_hide, copy.pointer, lib.RAILHEAD_NONE if seat is None else seat)
        return copy

    @property
    def state(self) -> State:
        state = ffi.new('struct railhead_state *')
        call(lib.railhead_position_state, self.pointer, state, ffi.sizeof(state[0]))
        seats = range(state.seats)
        return State(
            seats=state.seats,
            variants=tuple(name for name, bit in VARIANTS.items() if state.variants & bit),
            phase=PHASES[state.phase],
            round=state.round,
            first=state.first,
            to_move=state.to_move,
            supply=state.supply,
            barrier=state.barrier,
            connected=_seats_of(state.connected),
            winners=_seats_of(state.winners),
            entered=state.entered,
            points=tuple(state.points[seat] for seat in seats),
            lost=tuple(state.lost[seat] for seat in seats),
            marker=tuple(_known(state.marker[seat]) for seat in seats),
            coloured=tuple(state.coloured[seat] for seat in seats),
            hand=tuple(_hand(state.hand[seat]) for seat in seats),
            track=np.frombuffer(ffi.buffer(state.track), dtype=np.uint8)[:len(self.board.lines)].copy(),
        )

    def network(self, seat: int) -> NDArray[np.bool_]:
        """By junction, whether the seat's network has it."""
        reached = np.zeros(len(self.board.junctions), dtype=np.uint8)
        call(lib.railhead_position_network, self.pointer, seat, ffi.from_buffer('uint8_t[]', reached))
        return reached.astype(bool)

    def missing(self, seat: int) -> int:
        """What the seat still misses (P1), exactly."""
        cost = ffi.new('uint32_t *')
        call(lib.railhead_position_missing, self.pointer, seat, cost, ffi.NULL, 0, ffi.NULL)
        return int(cost[0])

    def missing_lines(self, seat: int) -> list[int]:
        """One cheapest set of lines that would join its cities."""
        cost, lines = ffi.new('uint32_t *'), ffi.new('size_t *')
        line = ffi.new('uint16_t[]', lib.RAILHEAD_LINES_MAX)
        call(lib.railhead_position_missing, self.pointer, seat, cost, line, len(line), lines)
        return list(line[0:lines[0]])

    def deal(self) -> None:
        """The next round, by the seed."""
        call(lib.railhead_position_deal, self.pointer)

    def deal_hands(self, hands: Iterable[Optional[Iterable[int]]], first: int) -> None:
        """The next round with the five cities of each seat given; None for a hidden hand."""
        cards: list[int] = []
        for hand in hands:
            cards += [lib.RAILHEAD_NONE] * lib.RAILHEAD_GROUPS if hand is None else list(hand)
        if len(cards) != self.seats * lib.RAILHEAD_GROUPS:
            raise ValueError('every seat has five cards')
        call(lib.railhead_position_deal_hands, self.pointer, bytes(cards), first)

    def turns(self) -> list[str]:
        """Every legal turn, without marker moves."""
        turns = ffi.new('size_t *')
        call(lib.railhead_position_turns, self.pointer, ffi.NULL, 0, turns)
        turn = ffi.new('struct railhead_turn[]', turns[0])
        call(lib.railhead_position_turns, self.pointer, turn, len(turn), turns)
        return [turn_text(self.board, turn + number) for number in range(turns[0])]

    def play(self, turn: str) -> None:
        call(lib.railhead_position_play, self.pointer, turn_struct(self.board, turn))

    def actions(self) -> NDArray[np.int32]:
        """The steps of a turn that are legal now, as numbers (include/railhead/position.h)."""
        actions = ffi.new('size_t *')
        found = np.zeros(self.board.actions, dtype=np.uint32)
        call(lib.railhead_position_actions, self.pointer, ffi.from_buffer('uint32_t[]', found),
             len(found), actions)
        return found[:actions[0]].astype(np.int32)

    def act(self, action: int) -> None:
        """Takes one step of a turn.

        >>> board = Board('transamerica')
        >>> position = Position(board, seats=2, seed=1)
        >>> position.deal()
        >>> position.act(1 + board.junction('K7'))
        >>> position.state.to_move, position.state.marker[0] == board.junction('K7')
        (1, True)
        """
        call(lib.railhead_position_act, self.pointer, int(action))

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What the seat knows, as the numbers that include/railhead/position.h lists."""
        numbers = ffi.new('size_t *')
        call(lib.railhead_position_observe, self.pointer, seat, ffi.NULL, 0, numbers)
        row = np.zeros(numbers[0], dtype=np.float32)
        call(lib.railhead_position_observe, self.pointer, seat, ffi.from_buffer('float[]', row),
             len(row), numbers)
        return row


def scores(board: Board, cities: Any, markers: Any, tracks: Any, seats: Any = None) -> NDArray[np.uint16]:
    """Exact scores (P1, P2, X1) of arrays of positions.

    `cities` has five cities for each position, `markers` a junction (255 for none), `tracks` a byte
    for each line as State.track has them, and `seats` whose score it is, where there is coloured
    track.

    >>> board = Board('transamerica')
    >>> position = Position(board, seats=2, seed=1)
    >>> position.deal()
    >>> state = position.state
    >>> scores(board, [state.hand[0], state.hand[1]], [255, 255], [state.track] * 2)
    array([28, 25], dtype=uint16)
    """
    city = np.ascontiguousarray(cities, dtype=np.uint8)
    marker = np.ascontiguousarray(markers, dtype=np.uint8)
    track = np.ascontiguousarray(tracks, dtype=np.uint8)
    count = len(marker)
    if city.shape != (count, lib.RAILHEAD_GROUPS) or track.shape != (count, len(board.lines)):
        raise ValueError('cities are (count, 5), markers (count,) and tracks (count, lines)')
    seat = ffi.NULL
    if seats is not None:
        seat_array = np.ascontiguousarray(seats, dtype=np.uint8)
        if seat_array.shape != (count,):
            raise ValueError('seats are (count,)')
        seat = ffi.from_buffer('uint8_t[]', seat_array)
    cost = np.zeros(count, dtype=np.uint16)
    call(lib.railhead_scores, board.pointer, count, ffi.from_buffer('uint8_t[]', city),
         ffi.from_buffer('uint8_t[]', marker), ffi.from_buffer('uint8_t[]', track), seat,
         ffi.from_buffer('uint16_t[]', cost))
    return cost
