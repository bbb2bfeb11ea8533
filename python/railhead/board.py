"""Boards: the built-in ones, and files of one's own."""
from __future__ import annotations

from functools import cached_property
from os import PathLike, fspath
from typing import Any, NamedTuple, Optional, Union

from ._calls import RailheadError, call, ffi, lib, text_of

__all__ = ['Board', 'Junction', 'Line', 'City', 'board_names']

GROUPS = ('green', 'blue', 'yellow', 'orange', 'red')
KINDS = ('single', 'double', 'ferry')
RULES = ('transamerica', 'transeuropa')


class Junction(NamedTuple):
    name: str
    column: int
    row: int
    city: Optional[int]
    at_sea: bool


class Line(NamedTuple):
    name: str
    a: int
    b: int
    kind: str
    cost: int


class City(NamedTuple):
    id: str
    name: str
    group: str
    junction: int
    dashed: bool


def board_names() -> list[str]:
    """
    >>> board_names()
    ['transamerica', 'transeuropa', 'transeuropa-classic']
    """
    return [Board._of(lib.railhead_board_at(number)).id for number in range(lib.railhead_board_count())]


class Board:
    """A board, by the id of a built-in one.

    >>> board = Board('transamerica')
    >>> board.name, len(board.cities), board.tracks
    ('TransAmerica', 35, 84)
    >>> board.cities[board.city('seattle')].group
    'green'
    """

    pointer: Any

    def __init__(self, board_id: str):
        pointer = lib.railhead_board_find(board_id.encode())
        if pointer == ffi.NULL:
            names = ', '.join(board_names())
            raise RailheadError(f'there is no board {board_id!r}; boards are {names}', 'library-board')
        self._take(pointer)

    def _take(self, pointer: Any) -> None:
        info = ffi.new('struct railhead_board_info *')
        call(lib.railhead_board_info, pointer, info, ffi.sizeof(info[0]))
        self.pointer = pointer
        self.id = text_of(info.id)
        self.name = text_of(info.name)
        self.rules = RULES[info.rules]
        self.tracks: int = info.tracks
        self.coloured_tracks: int = info.coloured_tracks
        self.start_points: int = info.start_points
        self.end_points: int = info.end_points
        self.has_barrier = bool(info.barrier)
        self.actions: int = info.actions
        self._counts = (info.junctions, info.lines, info.cities)

    @classmethod
    def _of(cls, pointer: Any) -> Board:
        board = cls.__new__(cls)
        board._take(pointer)
        return board

    @classmethod
    def read(cls, text: Union[str, bytes]) -> Board:
        """The board of a file's text (boards/README.md has the format)."""
        data = text.encode() if isinstance(text, str) else text
        made = ffi.new('struct railhead_board **')
        call(lib.railhead_board_read, made, data, len(data))
        return cls._of(ffi.gc(made[0], lib.railhead_board_free))

    @classmethod
    def load(cls, path: Union[str, PathLike[str]]) -> Board:
        made = ffi.new('struct railhead_board **')
        call(lib.railhead_board_load, made, fspath(path).encode())
        return cls._of(ffi.gc(made[0], lib.railhead_board_free))

    @cached_property
    def junctions(self) -> list[Junction]:
        one = ffi.new('struct railhead_junction *')
        found = []
        for number in range(self._counts[0]):
            call(lib.railhead_board_junction, self.pointer, number, one)
            city = None if one.city == lib.RAILHEAD_NONE else one.city
            found.append(Junction(text_of(one.name), one.column, one.row, city, bool(one.at_sea)))
        return found

    @cached_property
    def lines(self) -> list[Line]:
        one = ffi.new('struct railhead_line *')
        found = []
        for number in range(self._counts[1]):
            call(lib.railhead_board_line, self.pointer, number, one)
            found.append(Line(text_of(one.name), one.a, one.b, KINDS[one.kind], one.cost))
        return found

    @cached_property
    def cities(self) -> list[City]:
        one = ffi.new('struct railhead_city *')
        found = []
        for number in range(self._counts[2]):
            call(lib.railhead_board_city, self.pointer, number, one)
            found.append(City(text_of(one.id), text_of(one.name), GROUPS[one.group], one.junction,
                              bool(one.dashed)))
        return found

    def _number(self, function: Any, name: str) -> int:
        number = function(self.pointer, name.encode())
        if number < 0:
            raise KeyError(name)
        return int(number)

    def junction(self, name: str) -> int:
        """The number of a junction, "K7"."""
        return self._number(lib.railhead_board_find_junction, name)

    def line(self, name: str) -> int:
        """The number of a line, "K7-L7"."""
        return self._number(lib.railhead_board_find_line, name)

    def city(self, city_id: str) -> int:
        """The number of a city, "salt-lake-city"."""
        return self._number(lib.railhead_board_find_city, city_id)

    def __repr__(self) -> str:
        return f'<Board {self.id}>'


def turn_struct(board: Board, text: str) -> Any:
    """A turn of the library, from a text as a record has it."""
    turn = ffi.new('struct railhead_turn *')
    call(lib.railhead_turn_read, turn, board.pointer, text.encode())
    return turn


def turn_text(board: Board, turn: Any) -> str:
    text = ffi.new('char[]', lib.RAILHEAD_TURN_TEXT_SIZE)
    call(lib.railhead_turn_write, turn, board.pointer, text)
    return text_of(text)
