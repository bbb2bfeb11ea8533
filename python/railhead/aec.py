"""An environment with the interface of PettingZoo's AECEnv, which it does not need.

    >>> env = Environment(seats=3)
    >>> env.reset(seed=1)
    >>> rng = np.random.default_rng(1)
    >>> total = dict.fromkeys(env.possible_agents, 0.0)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     total[agent] += reward
    ...     if termination or truncation:
    ...         env.step(None)
    ...     else:
    ...         env.step(rng.choice(np.flatnonzero(observation['action_mask'])))
    >>> env.agents, sorted(total)
    ([], ['seat_0', 'seat_1', 'seat_2'])
    >>> all(points <= 0 for points in total.values())
    True
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, TypedDict

import numpy as np
from numpy.typing import NDArray

from ._calls import lib
from .board import Board
from .position import Position

if TYPE_CHECKING:
    from ._spaces import Box, Dict, Discrete
else:
    try:
        from gymnasium.spaces import Box, Dict, Discrete
    except ImportError:
        from ._spaces import Box, Dict, Discrete
try:
    from pettingzoo import AECEnv
except ImportError:
    AECEnv = object

__all__ = ['Environment', 'Observation']


class Observation(TypedDict):
    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Environment(AECEnv):  # type: ignore[misc]
    """One round, or one game, of agents "seat_0", "seat_1" and so on.

    Actions are the steps of a turn, as Position.act() has them.  At the end of a round the reward of
    each agent is its minus points, as a number below 0; with `whole_games` it is 1 at the end for a
    lone winner, a share of it for several, and 0 for the others.

    It is a pettingzoo.AECEnv where PettingZoo is installed, and its spaces are gymnasium's where that
    is.  Otherwise it has the same methods, and spaces with contains(), sample(mask) and seed().
    """

    metadata = {'name': 'railhead_v0', 'is_parallelizable': False, 'render_modes': ['ansi']}

    def __init__(self, board: Optional[Board] = None, seats: int = 4, variants: Iterable[str] = (),
                 whole_games: bool = False):
        self.board = board or Board('transamerica')
        self.seats = seats
        self.variants = tuple(variants)
        self.whole_games = whole_games
        self.possible_agents = [f'seat_{seat}' for seat in range(seats)]
        self.agents: list[str] = []
        self.render_mode = 'ansi'
        self._random = np.random.default_rng()
        self._position = Position(self.board, seats, 0, self.variants)
        low, high = self._bounds()
        self.observation_spaces = {agent: Dict({
            'observation': Box(low, high, low.shape, np.float32),
            'action_mask': Box(0, 1, (self.board.actions,), np.int8),
        }) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.board.actions) for agent in self.possible_agents}

    # ---- Spaces ------------------------------------------------------------------------------

    def _bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Of an observation: 0 and 1, but for the points, which a round may take far below 0."""
        low = np.zeros(len(self._position.observe(0)), dtype=np.float32)
        high = np.ones_like(low)
        start, most = self.board.start_points, lib.RAILHEAD_LOST_MAX
        if not self.whole_games:
            least = start - most
        elif 'open-cards' in self.variants:
            least = start - self.seats * most
        else:
            least = self.board.end_points + 1 - most
        share = np.array([start, least], dtype=np.float32) / np.float32(start or 1)
        points = slice(-2 * self.seats - 3, -self.seats - 3)
        low[points], high[points] = (share.min(), share.max()) if start else (0, 0)
        return low, high

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Environment:
        return self

    def __str__(self) -> str:
        return str(self.metadata['name'])

    # ---- Playing -----------------------------------------------------------------------------

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Deals by the seed.  Later calls without one follow from it; so does the first, from chance."""
        if seed is not None:
            self._random = np.random.default_rng(int(seed) % 2 ** 64)
        cards = self._random.bytes(lib.RAILHEAD_SEED_SIZE) if seed is None else int(seed)
        self._position = Position(self.board, self.seats, cards, self.variants)
        self._position.deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.state.to_move]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.board.actions, dtype=np.int8)
        state = self._position.state
        if state.phase == 'playing' and state.to_move == seat:
            mask[self._position.actions()] = 1
        return {'observation': self._position.observe(seat), 'action_mask': mask}

    def last(self, observe: bool = True) -> tuple[Optional[Observation], float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError('an action is needed while the game goes on')
        self._position.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]
        state = self._position.state
        self.agent_selection = (self.agents[0] if state.phase != 'playing'
                                else self.possible_agents[state.to_move])

    def _reward(self) -> None:
        """What the action ended; another round of the game is dealt at once."""
        state = self._position.state
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if state.phase == 'playing':
            return
        if self.whole_games and state.phase != 'game over':
            self._position.deal()
            return
        for seat, agent in enumerate(self.possible_agents):
            won = len(state.winners) > 0 and seat in state.winners
            self.rewards[agent] = ((1 / len(state.winners) if won else 0.0) if self.whole_games
                                   else float(-state.lost[seat]))
            self.terminations[agent] = True

    def _leave(self, agent: str, action: Optional[int]) -> None:
        """An agent whose game is over takes no action but None, and is gone."""
        if action is not None:
            raise ValueError('when the game is over, the only action is None')
        for kept in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            kept.pop(agent)  # type: ignore[attr-defined]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)  # those of the last action have been counted
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def state(self) -> NDArray[np.float32]:
        """What all seats know together."""
        return np.concatenate([self._position.observe(seat) for seat in range(self.seats)])

    def render(self) -> str:
        state = self._position.state
        return (f'round {state.round}, {state.phase}, seat {state.to_move} to move, {state.supply} tracks left, '
                f'points {" ".join(map(str, state.points))}')

    def close(self) -> None:
        self.agents = []
