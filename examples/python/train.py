#!/usr/bin/env python3
"""Trains a small player by policy gradient, in a few seconds, and shows that it has learned.

It sits at every table with three players who play at random.  What it would do it weighs by a few
numbers of each action, with weights that begin at 0: it is a random player at first.  After every
round the weights move towards what was done in rounds that went well.

    python3 examples/python/train.py [--games 200] [--updates 40] [--seed 1]
"""
import argparse

import numpy as np

from railhead import Batch, Board

SEATS = 4
NAMES = ('missing less', 'ending early', 'marker on a city', 'marker near cities')


class Features:
    """What an action looks like: a few numbers for each, from what the seat to move knows."""

    def __init__(self, board):
        self.places = len(board.junctions)
        at = np.array([(junction.column, junction.row) for junction in board.junctions])
        across, down = at[:, None, 0] - at[None, :, 0], at[:, None, 1] - at[None, :, 1]
        steps = (abs(across) + abs(down) + abs(across - down)) / 2
        self.near = (1 / (1 + steps)).astype(np.float32)

    def __call__(self, batch, rows):
        cities = batch.observe()[rows, :self.places]
        gains = batch.gains()[rows]
        made = np.zeros((*gains.shape, len(NAMES)), dtype=np.float32)
        made[:, :, 0] = gains
        made[:, 0, 1] = 1
        made[:, 1:1 + self.places, 2] = cities
        made[:, 1:1 + self.places, 3] = cities @ self.near
        return made


def choose(weights, features, mask, rng):
    """An action for each row by chance, and the direction in which it becomes more likely."""
    logits = np.where(mask, features @ weights, -np.inf)
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    drawn = (chance.cumsum(axis=1) > rng.random((len(chance), 1))).argmax(axis=1)
    expected = np.einsum('ra,raf->rf', chance, features)
    return drawn, features[np.arange(len(drawn)), drawn] - expected


def play(batch, features, weights, rounds, rng):
    """Plays so many rounds; the learner's minus points, the others', and its gradient of each round."""
    seat = np.arange(batch.games) % SEATS
    direction = np.zeros((batch.games, len(NAMES)))
    lost, others, directions = [], [], []
    while len(lost) < rounds:
        actions = batch.sample().copy()
        rows = np.flatnonzero(batch.to_move() == seat)
        if len(rows):
            drawn, step = choose(weights, features(batch, rows), batch.mask()[rows] > 0, rng)
            actions[rows] = drawn
            direction[rows] += step
        stepped = batch.step(actions)
        for game in np.flatnonzero(stepped.over):
            points = stepped.lost[game]
            lost.append(points[seat[game]])
            others.append((points.sum() - points[seat[game]]) / (SEATS - 1))
            directions.append(direction[game].copy())
            direction[game] = 0
    return np.array(lost), np.array(others), np.array(directions)


def main():
    parser = argparse.ArgumentParser(description='trains a small player by policy gradient')
    parser.add_argument('--games', type=int, default=200, help='tables that are played at once')
    parser.add_argument('--updates', type=int, default=40)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    board = Board('transamerica')
    batch = Batch(board, options.games, SEATS, series=options.seed)
    features = Features(board)
    weights = np.zeros(len(NAMES))

    def measure(when):
        lost, others, _ = play(batch, features, weights, 2 * options.games, rng)
        print(f'{when}: {lost.mean():.2f} minus points a round, the random players {others.mean():.2f}')
        return lost.mean()

    before = measure('before')
    for _ in range(options.updates):
        lost, _, directions = play(batch, features, weights, options.games, rng)
        better = (lost.mean() - lost) / (lost.std() + 1e-9)
        step = (better[:, None] * directions).mean(axis=0)
        weights += 0.5 * step / (np.linalg.norm(step) + 1e-9)
    after = measure('after ')
    print('weights:', ', '.join(f'{name} {weight:+.2f}' for name, weight in zip(NAMES, weights)))
    return 0 if after < before else 1


if __name__ == '__main__':
    raise SystemExit(main())
