#!/usr/bin/env python3
"""Many games at once through the Python package: random rounds a second on one core, each scored.

    make python && PYTHONPATH=build/python python3 bench/batch.py [--seconds 2] [--games 256] [--json]

Time is that of the processor.  The goal is 100,000 rounds of four on transamerica.
"""
import argparse
import json
import time

import numpy as np

from railhead import Batch, Board, scores

SEATS = 4
GOAL = 100_000


def rate(seconds, work):
    """How many a second; `work` does some and answers how many they were."""
    work()
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        done += work()
    return done / (time.process_time() - start)


def rounds(batch, step, steps=20):
    return lambda: sum(int(np.count_nonzero(step(batch).over)) for _ in range(steps))


def exact_scores(board, count=200):
    batch = Batch(board, count, SEATS)
    for _ in range(60):
        batch.step()
    states = [batch.position(game).state for game in range(count)]
    arrays = (np.array([state.hand[0] for state in states]), np.array([state.marker[0] for state in states]),
              np.array([state.track for state in states]), np.zeros(count))
    return lambda: len(scores(board, *arrays))


def rows(options):
    for name in ('transamerica', 'transeuropa'):
        board = Board(name)
        batch = Batch(board, options.games, SEATS, series=1)
        goal = GOAL if name == 'transamerica' else None
        for what, work in (
                ('rounds, in calls of 100 random steps', lambda batch=batch: batch.run_random(100)),
                ('rounds, a call for each random step', rounds(batch, lambda one: one.step())),
                ('rounds, actions drawn and then taken', rounds(batch, lambda one: one.step(one.sample())))):
            yield {'board': name, 'what': what, 'per_second': rate(options.seconds, work), 'goal': goal}
        yield {'board': name, 'what': 'exact scores of an array',
               'per_second': rate(options.seconds, exact_scores(board)), 'goal': None}


def main():
    parser = argparse.ArgumentParser(description='random rounds a second through the Python package')
    parser.add_argument('--seconds', type=float, default=2, help='for each row')
    parser.add_argument('--games', type=int, default=256, help='at once')
    parser.add_argument('--json', action='store_true')
    options = parser.parse_args()
    table = list(rows(options))
    if options.json:
        print(json.dumps({'games': options.games, 'rows': table}))
        return
    for row in table:
        goal = '' if row['goal'] is None else 'met' if row['per_second'] >= row['goal'] else 'missed'
        print(f"{row['board']:13} {row['what']:38} {row['per_second']:10,.0f} a second  {goal}")


if __name__ == '__main__':
    main()
