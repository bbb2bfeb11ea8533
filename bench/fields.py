#!/usr/bin/env python3
"""How far ahead bots are in fields of others, as a table for docs/bots.md.

    python3 bench/fields.py [--board transamerica] [--variant V]... [--bots champion,expert] [--fields hard,medium]
                            [--players 2,4,6] [--deals 40] [--games] [--seed 1] [--threads T] [--keep DIR]

Each bot plays alone in a field of each kind, every deal from all seats.  The last column is how much further
the first bot is ahead than each of the others, deal by deal; +- is half of the 95 % interval.  With --games whole
games are played, and what counts is the share that is won, in per cent.  --keep leaves the records in a folder.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import paired


def words(text):
    return text.split(",")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--railhead", default="build/railhead")
    parser.add_argument("--board", default="transamerica")
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--bots", type=words, default=["champion", "expert"])
    parser.add_argument("--fields", type=words, default=["hard", "medium"])
    parser.add_argument("--players", type=words, default=["2", "4", "6"])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--threads")
    parser.add_argument("--keep")
    return parser.parse_args()


def play(options, bot, field, players, folder):
    """One number for each deal."""
    command = [options.railhead, "arena", "--board", options.board, "--duplicate", "--seed", options.seed,
               "--bots", ",".join([bot] + [field] * (players - 1)), "--records", str(folder),
               "--games" if options.games else "--rounds", str(options.deals * players)]
    for variant in options.variant:
        command += ["--variant", variant]
    if options.threads:
        command += ["--threads", options.threads]
    folder.mkdir(parents=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return paired.deals(folder, paired.share_won if options.games else paired.ahead)[1]


def main():
    options = read_options()
    rest = [f"{options.bots[0]} - {bot}" for bot in options.bots[1:]]
    print("| players | field | " + " | ".join(options.bots + rest) + " |")
    print("|---" * (2 + len(options.bots) + len(rest)) + "|", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(options.keep or scratch)
        for players in map(int, options.players):
            for field in options.fields:
                values = [play(options, bot, field, players, root / f"{players}-{field}-{bot}".replace(":", "-"))
                          for bot in options.bots]
                values += [[a - b for a, b in zip(values[0], other)] for other in values[1:]]
                scale = 100 if options.games else 1
                cells = [paired.summary([scale * one for one in column]) for column in values]
                print(f"| {players} | {field} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
