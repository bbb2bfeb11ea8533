"""Games with bots and their record; records read; reviews."""
from __future__ import annotations

from typing import Any, Iterable, Iterator, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._calls import call, ffi, lib, seed_bytes, text_of, variants_bits
from .board import Board, turn_text, turn_struct
from .position import Position, State

__all__ = ['Bot', 'Event', 'Game', 'Idea', 'Reviewed', 'Thoughts', 'bots', 'read_record', 'review']

EVENTS = ('end', 'round', 'turn', 'closed')
VERDICTS = ('none', 'forced', 'best', 'good', 'slip', 'mistake', 'blunder')


class Bot(NamedTuple):
    name: str
    about: str
    work: int  #: the usual budget of a turn; 0 for a bot that does not search
    level: bool


def bots() -> list[Bot]:
    """From the weakest on.

    >>> [bot.name for bot in bots() if bot.level]
    ['easy', 'medium', 'hard', 'expert', 'champion']
    """
    info = ffi.new('struct railhead_bot_info *')
    found = []
    for number in range(lib.railhead_bot_count()):
        call(lib.railhead_bot_info, number, info, ffi.sizeof(info[0]))
        found.append(Bot(text_of(info.name), text_of(info.about), info.work, bool(info.level)))
    return found


class Idea(NamedTuple):
    turn: str
    lost: float  #: minus points of this round that are expected after it
    value: float  #: what the bot compares
    doubt: Optional[float]  #: the standard error where the value is a chance to win


class Thoughts(NamedTuple):
    turn: str  #: what the bot would play
    ideas: list[Idea]
    work: int
    chance: NDArray[np.float32]  #: of each city (column) to be in the hand of each seat (row)


class Game:
    """A game with its record, and bots in some of its seats.

    >>> game = Game(Board('transamerica'), seats=2, seed=1, names=['you', 'bot hard'])
    >>> game.sit(1, 'hard')
    >>> game.deal()
    >>> game.play('@K7') if game.state.to_move == 0 else game.play(game.ask())
    >>> print(game.record().splitlines()[5])
    name 2 bot hard
    >>> Game.load(game.record()).state.round
    1
    """

    pointer: Any

    def __init__(self, board: Board, seats: int = 4, seed: Union[int, bytes] = 0,
                 variants: Iterable[str] = (), names: Iterable[Optional[str]] = ()):
        texts = [ffi.NULL if name is None else ffi.new('char[]', name.encode()) for name in names]
        texts += [ffi.NULL] * (seats - len(texts))
        made = ffi.new('struct railhead_game **')
        call(lib.railhead_game_new, made, board.pointer, seats, variants_bits(variants), seed_bytes(seed),
             ffi.new('char *[]', texts))
        self._take(made[0], board)

    def _take(self, pointer: Any, board: Optional[Board]) -> None:
        self.pointer = ffi.gc(pointer, lib.railhead_game_free)
        self._position = lib.railhead_game_position(pointer)
        self.board = board or Board._of(lib.railhead_position_board(self._position))

    @classmethod
    def load(cls, text: str, board: Optional[Board] = None,
             seed: Optional[Union[int, bytes]] = None) -> Game:
        """The game of a record, at its end; rounds to come are dealt by the seed."""
        data = text.encode()
        made = ffi.new('struct railhead_game **')
        call(lib.railhead_game_load, made, data, len(data), ffi.NULL if board is None else board.pointer,
             ffi.NULL if seed is None else seed_bytes(seed))
        game = cls.__new__(cls)
        game._take(made[0], board)
        return game

    @property
    def position(self) -> Position:
        """As it stands now: a copy."""
        return Position._copy_of(self.board, self._position)

    @property
    def state(self) -> State:
        return self.position.state

    def deal(self) -> None:
        call(lib.railhead_game_deal, self.pointer)

    def play(self, turn: str) -> None:
        call(lib.railhead_game_play, self.pointer, turn_struct(self.board, turn))

    def take_back(self) -> None:
        """Takes back the last turn of this round."""
        call(lib.railhead_game_take_back, self.pointer)

    def turns(self) -> list[str]:
        """Those of this round that have been played."""
        turns = ffi.new('size_t *')
        call(lib.railhead_game_turns, self.pointer, ffi.NULL, 0, turns)
        turn = ffi.new('struct railhead_turn[]', turns[0])
        call(lib.railhead_game_turns, self.pointer, turn, len(turn), turns)
        return [turn_text(self.board, turn + number) for number in range(turns[0])]

    def record(self, seat: Optional[int] = None) -> str:
        """The record so far; for the eyes of one seat, with '?' for cards that it may not see."""
        eyes = lib.RAILHEAD_NONE if seat is None else seat
        size = ffi.new('size_t *')
        call(lib.railhead_game_record, self.pointer, eyes, ffi.NULL, 0, size)
        text = ffi.new('char[]', size[0] + 1)
        call(lib.railhead_game_record, self.pointer, eyes, text, len(text), size)
        return text_of(text)

    def sit(self, seat: int, bot: Optional[str], work: int = 0) -> None:
        """Puts a bot into a seat with its budget of steps for a turn, or takes it out."""
        call(lib.railhead_game_sit, self.pointer, seat, ffi.NULL if bot is None else bot.encode(), work)

    def ask(self) -> str:
        """The turn of the bot that is to move, which is yet to be played."""
        turn = ffi.new('struct railhead_turn *')
        call(lib.railhead_game_ask, self.pointer, turn)
        return turn_text(self.board, turn)

    def play_on(self) -> None:
        """Deals and lets bots move until somebody else is to move, or the game is over.

        >>> game = Game(Board('transamerica'), seats=3, seed=2)
        >>> for seat in range(3):
        ...     game.sit(seat, 'medium')
        >>> game.play_on()
        >>> game.state.phase, len(game.state.winners)
        ('game over', 1)
        """
        seated = {seat for seat in range(self.state.seats) if self._has_bot(seat)}
        while True:
            state = self.state
            if state.phase == 'game over' or (state.phase == 'playing' and state.to_move not in seated):
                return
            if state.phase == 'playing':
                self.play(self.ask())
            else:
                self.deal()

    def _has_bot(self, seat: int) -> bool:
        return bool(lib.railhead_game_bot(self.pointer, seat) != ffi.NULL)

    def think(self, bot: str = 'expert', work: int = 0) -> Thoughts:
        """What a bot would do in the place of the seat to move, and why.

        >>> game = Game(Board('transamerica'), seats=2, seed=1)
        >>> game.deal()
        >>> thoughts = game.think('hard')
        >>> thoughts.turn == thoughts.ideas[0].turn
        True
        """
        turn, thoughts = ffi.new('struct railhead_turn *'), ffi.new('struct railhead_thoughts *')
        call(lib.railhead_game_think, self.pointer, bot.encode(), work, turn, thoughts,
             ffi.sizeof(thoughts[0]))
        ideas = [Idea(turn_text(self.board, ffi.addressof(idea, 'turn')), idea.lost, idea.value,
                      idea.doubt if idea.doubt >= 0 else None)
                 for idea in thoughts.idea[0:thoughts.ideas]]
        chance = np.frombuffer(ffi.buffer(thoughts.chance), dtype=np.float32)
        chance = chance.reshape(lib.RAILHEAD_SEATS_MAX, lib.RAILHEAD_CITIES_MAX)
        return Thoughts(turn_text(self.board, turn), ideas, thoughts.work,
                        chance[:self.state.seats, :len(self.board.cities)].copy())

    def belief(self, seat: int) -> NDArray[np.float32]:
        """What a seat can conclude of all hands: the chance of each city (column) for each seat (row).

        >>> game = Game(Board('transamerica'), seats=3, seed=1)
        >>> game.deal()
        >>> game.belief(0).sum(axis=1).round(3).tolist()
        [5.0, 5.0, 5.0]
        """
        chance = np.zeros((self.state.seats, len(self.board.cities)), dtype=np.float32)
        call(lib.railhead_game_belief, self.pointer, seat, ffi.from_buffer('float[]', chance), chance.size)
        return chance


class Event(NamedTuple):
    kind: str  #: 'round', 'turn' or 'closed'
    seat: Optional[int]
    turn: Optional[str]
    position: Position  #: after it


def read_record(text: str, board: Optional[Board] = None) -> Iterator[Event]:
    """Reads a record event by event, and checks it by the rules.

    >>> game = Game(Board('transamerica'), seats=2, seed=3)
    >>> for seat in range(2):
    ...     game.sit(seat, 'easy')
    >>> game.play_on()
    >>> events = list(read_record(game.record()))
    >>> events[0].kind, events[1].seat == events[0].position.state.first, events[-1].position.state.phase
    ('round', True, 'game over')
    """
    data = text.encode()
    made = ffi.new('struct railhead_record **')
    call(lib.railhead_record_open, made, data, len(data), ffi.NULL if board is None else board.pointer)
    record = ffi.gc(made[0], lib.railhead_record_free)
    event, seat, turn = (ffi.new('enum railhead_event *'), ffi.new('uint32_t *'),
                         ffi.new('struct railhead_turn *'))
    while True:
        call(lib.railhead_record_next, record, event, seat, turn)
        kind = EVENTS[int(event[0])]
        if kind == 'end':
            return
        pointer = lib.railhead_record_position(record)
        board = board or Board._of(lib.railhead_position_board(pointer))
        position = Position._copy_of(board, pointer)
        if kind == 'turn':
            yield Event(kind, seat[0], turn_text(board, turn), position)
        else:
            yield Event(kind, None, None, position)


class Reviewed(NamedTuple):
    round: int
    seat: int
    turn: str
    best: Optional[str]
    before: tuple[int, ...]  #: what each seat missed; -1 where cards are hidden
    after: tuple[int, ...]
    given: int  #: what the others saved by it
    verdict: str  #: 'best', 'good', 'slip', 'mistake', 'blunder', 'forced' or 'none'
    loss: float  #: in chances to win
    error: float  #: its standard error
    points: float  #: minus points to be expected beyond those of the best turn


def review(text: str, board: Optional[Board] = None, work: int = 0, threads: int = 1,
           judge: bool = True) -> list[Reviewed]:
    """What every turn of a record gained and lost (docs/analysis.md)."""
    data = text.encode()
    made = ffi.new('struct railhead_review **')
    call(lib.railhead_review_new, made, data, len(data), ffi.NULL if board is None else board.pointer)
    whole = ffi.gc(made[0], lib.railhead_review_free)
    if judge:
        call(lib.railhead_review_judge, whole, work, threads)
    of = board or Board._of(lib.railhead_review_board(whole))
    one = ffi.new('struct railhead_reviewed *')
    found = []
    for number in range(lib.railhead_review_turns(whole)):
        call(lib.railhead_review_turn, whole, number, one, ffi.sizeof(one[0]))
        verdict = VERDICTS[one.verdict]
        best = None if verdict == 'none' else turn_text(of, ffi.addressof(one, 'best'))
        found.append(Reviewed(one.round, one.seat, turn_text(of, ffi.addressof(one, 'turn')), best,
                              tuple(one.before), tuple(one.after), one.given, verdict, one.loss,
                              one.error, one.points))
    return found
