"""A game and its states in the shape of OpenSpiel's, which it does not need.

    >>> game = SpielGame(seats=2)
    >>> state = game.new_initial_state(seed=1)
    >>> rng = np.random.default_rng(1)
    >>> while not state.is_terminal():
    ...     state.apply_action(rng.choice(state.legal_actions()))
    >>> len(state.returns()), max(state.returns()) <= 0
    (2, True)
    >>> str(game.deserialize_state(state.serialize())) == str(state)
    True

The cards are dealt by the seed of a state, so that there are no chance nodes.
"""
from __future__ import annotations

from typing import Any, Iterable, Optional

import numpy as np
from numpy.typing import NDArray

from .board import Board
from .position import Position, State

__all__ = ['SpielGame', 'SpielState', 'TERMINAL_PLAYER']

TERMINAL_PLAYER = -4  #: as OpenSpiel has it


class SpielGame:
    """One round of a board for so many seats; or, with `whole_games`, a game of rounds."""

    def __init__(self, board: Optional[Board] = None, seats: int = 4, variants: Iterable[str] = (),
                 whole_games: bool = False):
        self.board = board or Board('transamerica')
        self.seats = seats
        self.variants = tuple(variants)
        self.whole_games = whole_games
        self._numbers = len(Position(self.board, seats, 0, self.variants).observe(0))

    def num_players(self) -> int:
        return self.seats

    def num_distinct_actions(self) -> int:
        return self.board.actions

    def min_utility(self) -> float:
        return 0.0 if self.whole_games else -254.0

    def max_utility(self) -> float:
        return 1.0 if self.whole_games else 0.0

    def max_game_length(self) -> int:
        """Of a round: every line takes two pieces at most, and all may pass in between."""
        return self.seats * (2 * len(self.board.lines) + 2)

    def observation_tensor_shape(self) -> list[int]:
        return [self._numbers]

    def information_state_tensor_shape(self) -> list[int]:
        return [self._numbers + 2 * (self.seats + 1) * len(self.board.lines)]

    def new_initial_state(self, seed: int = 0) -> SpielState:
        return SpielState(self, seed)

    def deserialize_state(self, text: str) -> SpielState:
        """A state from its seed and its actions."""
        numbers = [int(word) for word in text.split()]
        state = self.new_initial_state(numbers[0])
        for action in numbers[1:]:
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        return f'railhead(board={self.board.id},players={self.seats})'


class SpielState:
    """A state: the seed, and the actions since."""

    def __init__(self, game: SpielGame, seed: int):
        self._game = game
        self._seed = seed
        self._history: list[tuple[int, int]] = []  # of the whole game: who, and what
        self._round: list[tuple[int, int]] = []  # and of this round
        self._position = Position(game.board, game.seats, seed, game.variants)
        self._position.deal()
        self._state: State = self._position.state

    def get_game(self) -> SpielGame:
        return self._game

    @property
    def position(self) -> Position:
        """A copy."""
        return self._position.copy()

    # ---- Whose turn --------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        ends = ('game over',) if self._game.whole_games else ('game over', 'round over')
        return self._state.phase in ends

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else self._state.to_move

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.is_terminal()

    def num_players(self) -> int:
        return self._game.seats

    # ---- Actions -----------------------------------------------------------------------------

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if self.is_terminal() or (player is not None and player != self._state.to_move):
            return []
        return [int(action) for action in self._position.actions()]

    def legal_actions_mask(self, player: Optional[int] = None) -> NDArray[np.int8]:
        mask = np.zeros(self._game.board.actions, dtype=np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def apply_action(self, action: int) -> None:
        taken = (self._state.to_move, int(action))
        self._position.act(taken[1])
        self._history.append(taken)
        self._round.append(taken)
        self._state = self._position.state
        if self._state.phase == 'round over' and not self.is_terminal():
            self._position.deal()
            self._state = self._position.state
            self._round = []

    def child(self, action: int) -> SpielState:
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """
        >>> SpielGame().new_initial_state().action_to_string(0, 1)
        '@A1'
        """
        number = player if action is None else action
        board = self._game.board
        places, lines = 1 + len(board.junctions), len(board.lines)
        if number == 0:
            return 'end'
        if number < places:
            return '@' + board.junctions[number - 1].name
        line = board.lines[(number - places) % lines].name
        return line + ('*' if number >= places + lines else '')

    def string_to_action(self, text: str) -> int:
        for action in self.legal_actions():
            if self.action_to_string(self._state.to_move, action) == text:
                return action
        raise ValueError(f'{text!r} is not a legal action')

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        return list(self._history)

    def history_str(self) -> str:
        return ' '.join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self._history)

    # ---- What it is worth --------------------------------------------------------------------

    def returns(self) -> list[float]:
        """Minus points below 0; of whole games 1 for a lone winner, shared by several."""
        if not self.is_terminal():
            return [0.0] * self._game.seats
        if not self._game.whole_games:
            return [float(-lost) for lost in self._state.lost]
        winners = self._state.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self._game.seats)]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.returns()[player]

    # ---- What is known -----------------------------------------------------------------------

    def observation_tensor(self, player: Optional[int] = None) -> NDArray[np.float32]:
        """As Position.observe() has it: what lies open now, and the player's own cards."""
        return self._position.observe(self._player(player))

    def information_state_tensor(self, player: Optional[int] = None) -> NDArray[np.float32]:
        """The observation, and who laid what when in this round.

        For the first piece on each line and then for a ferry's second: a plane for each seat, from
        the player on, with 1 where it laid the piece, and a plane with when, as a share of the
        tracks that there are.
        """
        seat = self._player(player)
        board, seats = self._game.board, self._game.seats
        lines, places = len(board.lines), 1 + len(board.junctions)
        planes = np.zeros((2, seats + 1, lines), dtype=np.float32)
        laid = np.zeros(lines, dtype=int)
        number = 0
        for who, action in self._round:
            if action < places:
                continue
            number += 1
            line = (action - places) % lines
            planes[laid[line], (who - seat) % seats, line] = 1
            planes[laid[line], seats, line] = number / (board.tracks + seats * board.coloured_tracks)
            laid[line] += 1
        return np.concatenate([self._position.observe(seat), planes.ravel()])

    def observation_string(self, player: Optional[int] = None) -> str:
        seat = self._player(player)
        state = self._position.hidden(seat).state
        board = self._game.board
        hand = state.hand[seat]
        cards = ' '.join(board.cities[city].id for city in hand) if hand is not None else '?'
        tracks = ' '.join(f'{board.lines[line].name}={state.track[line]}' for line in np.flatnonzero(state.track))
        markers = ' '.join('-' if at is None else board.junctions[at].name for at in state.marker)
        return (f'seat {seat} holds {cards}; round {state.round}, {state.phase}, to move {state.to_move}; '
                f'points {" ".join(map(str, state.points))}; markers {markers}; tracks {tracks}')

    def information_state_string(self, player: Optional[int] = None) -> str:
        taken = ' '.join(f'{who}:{self.action_to_string(who, action)}' for who, action in self._round)
        return f'{self.observation_string(player)}; so far {taken}'

    def _player(self, player: Optional[int]) -> int:
        return self._state.to_move if player is None else player

    # ---- Copies ------------------------------------------------------------------------------

    def clone(self) -> SpielState:
        copy = SpielState.__new__(SpielState)
        copy._game, copy._seed, copy._state = self._game, self._seed, self._state
        copy._history, copy._round = list(self._history), list(self._round)
        copy._position = self._position.copy()
        return copy

    def serialize(self) -> str:
        """The seed and all actions."""
        return ' '.join([str(self._seed), *map(str, self.history())])

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.clone()

    def __str__(self) -> str:
        return f'{self._seed}: ' + ' '.join(self.action_to_string(who, action) for who, action in self._history)
