"""A game and its states with the interface of OpenSpiel's, which it does not need.

    >>> game = SpielGame(seats=2)
    >>> state = game.new_initial_state()
    >>> rng = np.random.default_rng(1)
    >>> while not state.is_terminal():
    ...     if state.is_chance_node():
    ...         actions, chances = zip(*state.chance_outcomes())
    ...         state.apply_action(rng.choice(actions, p=chances))
    ...     else:
    ...         state.apply_action(rng.choice(state.legal_actions()))
    >>> len(state.returns()), max(state.returns()) <= 0
    (2, True)
    >>> str(game.deserialize_state(state.serialize())) == str(state)
    True

Deals are chance nodes, as in OpenSpiel's card games: who begins, and then each card.  A state with a
seed deals by it instead, and has none:

    >>> game.new_initial_state(seed=1).is_chance_node()
    False
"""
from __future__ import annotations

from enum import Enum
from operator import index
from types import SimpleNamespace
from typing import Any, Callable, Iterable, NamedTuple, Optional, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._calls import lib
from .board import GROUPS, Board
from .position import Position, State

try:
    from pyspiel import GameType
except ImportError:
    class GameType(SimpleNamespace):  # type: ignore[no-redef]
        """The fields of pyspiel.GameType, without OpenSpiel."""
        Dynamics = Enum('Dynamics', 'SEQUENTIAL')
        ChanceMode = Enum('ChanceMode', 'EXPLICIT_STOCHASTIC')
        Information = Enum('Information', 'IMPERFECT_INFORMATION')
        Utility = Enum('Utility', 'CONSTANT_SUM GENERAL_SUM')
        RewardModel = Enum('RewardModel', 'TERMINAL')

__all__ = ['SpielGame', 'SpielState', 'PlayerAction', 'CHANCE_PLAYER', 'TERMINAL_PLAYER']

CHANCE_PLAYER = -1  #: as OpenSpiel has it
TERMINAL_PLAYER = -4
SMALL_GAME_SEATS = 3  # so many play without the cards of dashed cities (S3)
SWAPS = 40  # of cards of each group, when hidden cards are dealt again


class PlayerAction(NamedTuple):
    player: int
    action: int


class SpielGame:
    """One round on a board with that many seats; or, with `whole_games`, a game of rounds."""

    def __init__(self, board: Optional[Board] = None, seats: int = 4, variants: Iterable[str] = (),
                 whole_games: bool = False):
        self.board = board or Board('transamerica')
        self.seats = seats
        self.variants = tuple(variants)
        self.whole_games = whole_games
        self._numbers = len(Position(self.board, seats, 0, self.variants).observe(0))
        self._cards = [[number for number, city in enumerate(self.board.cities)
                        if city.group == group and not (city.dashed and seats <= SMALL_GAME_SEATS)]
                       for group in GROUPS]

    def get_type(self) -> GameType:
        """A pyspiel.GameType where OpenSpiel is installed, otherwise an object with the same fields."""
        return GameType(
            short_name='railhead', long_name='Railhead',
            dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=GameType.Information.IMPERFECT_INFORMATION,
            utility=GameType.Utility.CONSTANT_SUM if self.whole_games else GameType.Utility.GENERAL_SUM,
            reward_model=GameType.RewardModel.TERMINAL,
            max_num_players=lib.RAILHEAD_SEATS_MAX, min_num_players=lib.RAILHEAD_SEATS_MIN,
            provides_information_state_string=True, provides_information_state_tensor=True,
            provides_observation_string=True, provides_observation_tensor=True,
            parameter_specification={}, default_loadable=False)

    def get_parameters(self) -> dict[str, Any]:
        return {'board': self.board.id, 'players': self.seats, 'variants': ' '.join(self.variants),
                'whole_games': self.whole_games}

    def num_players(self) -> int:
        return self.seats

    def num_distinct_actions(self) -> int:
        return self.board.actions

    def max_chance_outcomes(self) -> int:
        """A card is the number of its city; who begins comes after all cards."""
        return len(self.board.cities) + self.seats

    def min_utility(self) -> float:
        return 0.0 if self.whole_games else float(-lib.RAILHEAD_LOST_MAX)

    def max_utility(self) -> float:
        return 1.0 if self.whole_games else 0.0

    def utility_sum(self) -> Optional[float]:
        return 1.0 if self.whole_games else None

    def max_game_length(self) -> int:
        """An upper bound for the actions of players, without chance nodes.

        For whole games it assumes that every round costs at least one seat a point; the rare rounds in
        which all seats are connected at once come on top.
        """
        board = self.board
        # Each piece may be followed by the end of its turn and by passes of all other seats.
        pieces = min(sum(2 if line.kind == 'ferry' else 1 for line in board.lines),
                     board.tracks + self.seats * board.coloured_tracks)
        return self._max_rounds() * (2 * self.seats + pieces * (self.seats + 1))

    def max_chance_nodes_in_history(self) -> int:
        return 1 + (1 if 'open-cards' in self.variants else self._max_rounds()) * self.seats * len(GROUPS)

    def max_move_number(self) -> int:
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def max_history_length(self) -> int:
        return self.max_move_number()

    def _max_rounds(self) -> int:
        if not self.whole_games:
            return 1
        if 'open-cards' in self.variants:
            return self.seats
        return self.seats * (self.board.start_points - self.board.end_points - 1) + 1

    def observation_tensor_shape(self) -> list[int]:
        return [self._numbers]

    def observation_tensor_size(self) -> int:
        return self._numbers

    def information_state_tensor_shape(self) -> list[int]:
        return [self._numbers + 2 * (self.seats + 1) * len(self.board.lines)]

    def information_state_tensor_size(self) -> int:
        return self.information_state_tensor_shape()[0]

    def policy_tensor_shape(self) -> list[int]:
        return [self.board.actions]

    def action_to_string(self, player: int, action: int) -> str:
        """
        >>> game = SpielGame()
        >>> game.action_to_string(0, 1), game.action_to_string(CHANCE_PLAYER, 0)
        ('@A1', 'los-angeles')
        """
        board = self.board
        if player == CHANCE_PLAYER:
            cities = len(board.cities)
            return board.cities[action].id if action < cities else f'first:{action - cities}'
        places, lines = 1 + len(board.junctions), len(board.lines)
        if action == 0:
            return 'end'
        if action < places:
            return '@' + board.junctions[action - 1].name
        line = board.lines[(action - places) % lines].name
        return line + ('*' if action >= places + lines else '')

    def new_initial_state(self, seed: Optional[SupportsIndex] = None) -> SpielState:
        """The first chance node; with a seed, the first node of a player in a game with its deals.

        >>> SpielGame(seats=2).new_initial_state().chance_outcomes()
        [(35, 0.5), (36, 0.5)]
        """
        return SpielState(self, None if seed is None else index(seed))

    def deserialize_state(self, text: str) -> SpielState:
        """A state from its seed, which may be missing, and its actions."""
        seed, *actions = text.split()
        state = self.new_initial_state(None if seed == '-' else int(seed))
        while len(state.history()) < len(actions):  # deals by the seed are made meanwhile
            state.apply_action(int(actions[len(state.history())]))
        return state

    def __str__(self) -> str:
        return f'railhead({",".join(f"{name}={value}" for name, value in self.get_parameters().items())})'


class SpielState:
    """A state: the seed if there is one, and the actions since."""

    def __init__(self, game: SpielGame, seed: Optional[int]):
        self._game = game
        self._seed = seed
        self._history: list[PlayerAction] = []  # of the whole game, and of chance
        self._round: list[PlayerAction] = []  # of players in this round
        self._dealt: Optional[list[int]] = None  # while cards are dealt: outcomes so far
        self._position = Position(game.board, game.seats, 0 if seed is None else seed, game.variants)
        self._state: State = self._position.state
        self._begin_round()

    def get_game(self) -> SpielGame:
        return self._game

    @property
    def position(self) -> Position:
        """A copy."""
        return self._position.copy()

    # ---- Deals -------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        """Deals by the seed, or passes open cards on; otherwise chance nodes follow."""
        first_round, self._round = self._state.round == 0, []
        self._before = self._position.copy()
        if self._seed is None and (first_round or 'open-cards' not in self._game.variants):
            self._dealt = []
            return
        self._position.deal()
        self._state = self._position.state
        if first_round or 'open-cards' not in self._game.variants:
            self._history += [PlayerAction(CHANCE_PLAYER, outcome) for outcome in self._outcomes(first_round)]

    def _outcomes(self, first_round: bool) -> list[int]:
        """What chance has done in the round that has been dealt, in the order of its nodes."""
        cards = [hand[group] for group in range(len(GROUPS)) for hand in self._state.hand if hand is not None]
        return [len(self._game.board.cities) + self._state.first] * first_round + cards

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome of a chance node with its probability; [] elsewhere."""
        if self._dealt is None:
            return []
        game, cards = self._game, self._dealt
        if self._state.round == 0:
            if not cards:
                return [(len(game.board.cities) + seat, 1 / game.seats) for seat in range(game.seats)]
            cards = cards[1:]
        group, seat = divmod(len(cards), game.seats)
        pile = [city for city in game._cards[group] if city not in cards[len(cards) - seat:]]
        return [(city, 1 / len(pile)) for city in pile]

    def _apply_chance(self, outcome: int) -> None:
        if outcome not in (known for known, _ in self.chance_outcomes()):
            raise ValueError(f'{outcome} is no outcome of this chance node')
        assert self._dealt is not None
        self._dealt.append(outcome)
        self._history.append(PlayerAction(CHANCE_PLAYER, outcome))
        seats, first_round = self._game.seats, self._state.round == 0
        cards = self._dealt[1:] if first_round else self._dealt
        if len(cards) < seats * len(GROUPS):
            return
        first = self._dealt[0] - len(self._game.board.cities) if first_round else (self._state.first + 1) % seats
        self._position.deal_hands([cards[seat::seats] for seat in range(seats)], first)
        self._state, self._dealt = self._position.state, None

    # ---- Whose turn --------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        if self.is_chance_node():
            return False
        ends = ('game over',) if self._game.whole_games else ('game over', 'round over')
        return self._state.phase in ends

    def current_player(self) -> int:
        if self.is_chance_node():
            return CHANCE_PLAYER
        return TERMINAL_PLAYER if self.is_terminal() else self._state.to_move

    def is_chance_node(self) -> bool:
        return self._dealt is not None

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_initial_state(self) -> bool:
        return not self._history

    def num_players(self) -> int:
        return self._game.seats

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    # ---- Actions -----------------------------------------------------------------------------

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """Those of the player to move; of a chance node its outcomes; [] for any other player."""
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_outcomes()]
        return [int(action) for action in self._position.actions()]

    def legal_actions_mask(self, player: Optional[int] = None) -> NDArray[np.int8]:
        chance = self.is_chance_node() and player in (None, CHANCE_PLAYER)
        mask = np.zeros(self._game.max_chance_outcomes() if chance else self._game.board.actions, dtype=np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def apply_action(self, action: SupportsIndex) -> None:
        if self.is_chance_node():
            self._apply_chance(index(action))
            return
        taken = PlayerAction(self._state.to_move, index(action))
        self._position.act(taken.action)
        self._history.append(taken)
        self._round.append(taken)
        self._state = self._position.state
        if self._state.phase == 'round over' and not self.is_terminal():
            self._begin_round()

    def child(self, action: int) -> SpielState:
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """With one number, the action of the player to move."""
        if action is None:
            return self._game.action_to_string(self.current_player(), player)
        return self._game.action_to_string(player, action)

    def string_to_action(self, player: Any, text: Optional[str] = None) -> int:
        """With a text alone, the action of the player to move."""
        who, wanted = (self.current_player(), player) if text is None else (player, text)
        for action in self.legal_actions(who):
            if self.action_to_string(who, action) == wanted:
                return action
        raise ValueError(f'{wanted!r} is not a legal action')

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[PlayerAction]:
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

    # ---- Other cards -------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state with other hidden cards, among all deals that the player cannot tell from this one.

        `sampler` returns numbers from 0 to below 1.  A deal that would have ended the round earlier is
        excluded; the way the other seats have played is not taken into account.  Chance nodes deal the
        later rounds.
        """
        copy = self.clone()
        if 'open-cards' in self._game.variants or not self.is_player_node():
            return copy
        hands = self._other_hands(player, lambda below: min(int(sampler() * below), below - 1))
        copy._position = self._replayed(hands, len(self._round))
        copy._state = copy._position.state
        copy._seed = None
        cards = [PlayerAction(CHANCE_PLAYER, hand[group]) for group in range(len(GROUPS)) for hand in hands]
        before = len(self._history) - len(self._round)
        copy._history[before - len(cards):before] = cards
        return copy

    def _replayed(self, hands: list[list[int]], moves: int) -> Position:
        """The round so far, or the beginning of it, with other cards."""
        position = self._before.copy()
        position.deal_hands(hands, self._state.first)
        for _, action in self._round[:moves]:
            position.act(action)
        return position

    def _other_hands(self, player: int, draw: Callable[[int], int]) -> list[list[int]]:
        """A random walk over the deals in which no other seat is connected; it ends uniformly on one of them."""
        hands = [list(hand) for hand in self._state.hand if hand is not None]
        moves = len(self._round)  # a turn that has been begun ends no round yet
        while moves > 0 and self._round[moves - 1].player == self._state.to_move:
            moves -= 1
        position = self._replayed(hands, moves)
        cities = [city.junction for city in self._game.board.cities]
        reached = [np.flatnonzero(position.network(seat)[cities]).tolist() for seat in range(len(hands))]
        # Whose cards a place has: of the others, or of nobody.
        undealt = [[city for city in self._game._cards[group] if all(city != hand[group] for hand in hands)]
                   for group in range(len(GROUPS))]
        others = [seat for seat in range(len(hands)) if seat != player]
        for _ in range(SWAPS * len(GROUPS)):
            group, one = draw(len(GROUPS)), hands[others[draw(len(others))]]
            place = draw(len(others) + len(undealt[group]))
            other, at = ((hands[others[place]], group) if place < len(others)
                         else (undealt[group], place - len(others)))
            one[group], other[at] = other[at], one[group]
            if any(all(city in reached[seat] for city in hands[seat]) for seat in others):
                one[group], other[at] = other[at], one[group]
        return hands

    # ---- Copies ------------------------------------------------------------------------------

    def clone(self) -> SpielState:
        copy = SpielState.__new__(SpielState)
        copy._game, copy._seed, copy._state = self._game, self._seed, self._state
        copy._before = self._before  # which nobody changes
        copy._history, copy._round = list(self._history), list(self._round)
        copy._dealt = None if self._dealt is None else list(self._dealt)
        copy._position = self._position.copy()
        return copy

    def serialize(self) -> str:
        """For SpielGame.deserialize_state()."""
        return ' '.join(['-' if self._seed is None else str(self._seed), *map(str, self.history())])

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.clone()

    def __str__(self) -> str:
        moves = (self.action_to_string(who, action) for who, action in self._history)
        return ' '.join(['-' if self._seed is None else str(self._seed), *moves])

    def to_string(self) -> str:
        return str(self)
