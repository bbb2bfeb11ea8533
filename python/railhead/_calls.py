"""What all parts of the package share: calls of the library, and errors as exceptions."""
from __future__ import annotations

from operator import index
from typing import Any, Iterable, SupportsIndex, Union

from railhead._core import ffi, lib  # type: ignore[import-not-found]

__all__ = ['RailheadError', 'call', 'fail', 'ffi', 'lib', 'seed_bytes', 'text_of', 'variants_bits', 'VARIANTS']

#: By the words of a record.
VARIANTS = {'open-cards': lib.RAILHEAD_OPEN_CARDS, 'blocking': lib.RAILHEAD_BLOCKING,
            'private-tracks': lib.RAILHEAD_PRIVATE_TRACKS}

Seed = Union[SupportsIndex, bytes]


class RailheadError(ValueError):
    """What the library refused, and why.

    >>> from railhead import Board
    >>> try:
    ...     Board('atlantis')
    ... except RailheadError as error:
    ...     print(error.code, '-', error)
    library-board - there is no board 'atlantis'; boards are transamerica, transeuropa, transeuropa-classic
    """

    def __init__(self, sentence: str, code: str, rule: str = '', line: int = 0, index: int = 0):
        super().__init__(sentence)
        self.code = code  #: for programs: "turn-line-taken"
        self.rule = rule  #: of docs/rules.md, "format", or ""
        self.line = line  #: of a text, from 1; or 0
        self.index = index  #: of an array or a batch


def text_of(pointer: Any) -> str:
    return ffi.string(pointer).decode()


def call(function: Any, *arguments: Any) -> None:
    """Calls a function that takes a struct railhead_error last."""
    error = ffi.new('struct railhead_error *')
    if function(*arguments, error):
        fail(error)


def fail(error: Any) -> None:
    """Raises what a call has said."""
    status = error.status
    if status == lib.RAILHEAD_NO_MEMORY:
        raise MemoryError(text_of(error.sentence))
    raise RailheadError(text_of(error.sentence), text_of(error.code), text_of(error.rule), error.line,
                        error.index)


def seed_bytes(seed: Seed) -> Any:
    """32 bytes as they are, or those of a game of the series 0 that a number names."""
    made = ffi.new('uint8_t[32]')
    if not isinstance(seed, bytes):
        lib.railhead_seed(0, index(seed) % 2 ** 64, made)
    elif len(seed) == lib.RAILHEAD_SEED_SIZE:
        ffi.memmove(made, seed, lib.RAILHEAD_SEED_SIZE)
    else:
        raise ValueError('a seed is a number or 32 bytes')
    return made


def variants_bits(variants: Iterable[str]) -> int:
    bits = 0
    for name in variants:
        if name not in VARIANTS:
            raise ValueError(f'there is no variant {name!r}')
        bits |= VARIANTS[name]
    return bits
