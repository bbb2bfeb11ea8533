"""Spaces with the interface of gymnasium's, for where gymnasium is not installed."""
from __future__ import annotations

from typing import Any, Generic, Iterator, Mapping, Optional, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ['Box', 'Dict', 'Discrete']

Value = TypeVar('Value')


class Space(Generic[Value]):
    """A set of values: contains() tests for one, sample() draws one."""

    def __init__(self, shape: Optional[tuple[int, ...]], dtype: Any, seed: Optional[int]):
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self.np_random = np.random.default_rng(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        """Makes the samples reproducible."""
        self.np_random = np.random.default_rng(seed)

    def sample(self, mask: Any = None) -> Value:
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Discrete(Space[np.int64]):
    """The integers from `start` to `start` + `n` - 1.

    >>> space = Discrete(4, seed=1)
    >>> int(space.sample(np.array([0, 0, 1, 0], dtype=np.int8))), 3 in space, 4 in space
    (2, True, False)
    """

    def __init__(self, n: int, seed: Optional[int] = None, start: int = 0):
        super().__init__((), np.int64, seed)
        self.n = n
        self.start = start

    def sample(self, mask: Optional[NDArray[np.int8]] = None) -> np.int64:
        """One of them, or of those where the mask is 1; `start` where it is 1 nowhere."""
        if mask is None:
            return np.int64(self.start + self.np_random.integers(self.n))
        allowed = np.flatnonzero(mask)
        return np.int64(self.start + (self.np_random.choice(allowed) if len(allowed) else 0))

    def contains(self, x: Any) -> bool:
        whole = isinstance(x, (int, np.integer)) or (isinstance(x, np.ndarray) and x.shape == ()
                                                     and np.issubdtype(x.dtype, np.integer))
        return bool(whole and self.start <= x < self.start + self.n)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    def __repr__(self) -> str:
        return f'Discrete({self.n}, start={self.start})'


class Box(Space[NDArray[Any]]):
    """Arrays with a lower and an upper bound for each element; both belong to it."""

    def __init__(self, low: Any, high: Any, shape: Optional[tuple[int, ...]] = None,
                 dtype: Any = np.float32, seed: Optional[int] = None):
        shape = np.shape(low) if shape is None else shape
        super().__init__(shape, dtype, seed)
        self.low = np.broadcast_to(np.asarray(low, dtype=dtype), shape)
        self.high = np.broadcast_to(np.asarray(high, dtype=dtype), shape)

    def sample(self, mask: Any = None) -> NDArray[Any]:
        if np.issubdtype(self.dtype, np.integer):
            return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)
        return self.np_random.uniform(self.low, self.high, self.shape).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        return bool(isinstance(x, np.ndarray) and np.can_cast(x.dtype, self.dtype) and x.shape == self.shape
                    and np.all(x >= self.low) and np.all(x <= self.high))

    def __eq__(self, other: Any) -> bool:
        return (isinstance(other, Box) and (self.shape, self.dtype) == (other.shape, other.dtype)
                and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high))

    def __repr__(self) -> str:
        return f'Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})'


class Dict(Space[dict[str, Any]], Mapping[str, Space[Any]]):
    """Dictionaries with a value of a space under each key."""

    def __init__(self, spaces: dict[str, Space[Any]], seed: Optional[int] = None):
        super().__init__(None, None, None)
        self.spaces = spaces
        self.seed(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        super().seed(seed)
        for space in self.spaces.values():
            space.seed(int(self.np_random.integers(2 ** 32)))

    def sample(self, mask: Optional[dict[str, Any]] = None) -> dict[str, Any]:
        return {key: space.sample(mask[key] if mask else None) for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def __getitem__(self, key: str) -> Space[Any]:
        return self.spaces[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self) -> str:
        return f'Dict({self.spaces})'
