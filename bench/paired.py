#!/usr/bin/env python3
"""How much further ahead one bot is than another, deal by deal.

    railhead arena --board transamerica --bots A,hard,hard,hard --rounds 160 --duplicate --seed 1 --records a
    railhead arena --board transamerica --bots B,hard,hard,hard --rounds 160 --duplicate --seed 1 --records b
    python3 bench/paired.py a b

The first bot of each list is compared, in single rounds of the same seed and number.  A deal with all its
seats is one observation; +- is half of the 95 % interval.  bench/fields.py does all of it for many bots.
"""
import statistics
import sys
from pathlib import Path


def read(path):
    """What a record says: words by what they are about, the last of each kind."""
    told = {}
    names = []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "name":
            names.append(rest.split(" ", 1)[1].removeprefix("bot "))
        else:
            told[word] = rest.split()
    return names, told


def ahead(names, told, bot):
    """The points by which the bot of this name did better than the mean of the others in a round."""
    score = [int(points) for points in told["score"]]
    own = score.pop(names.index(bot))
    return statistics.mean(score) - own


def share_won(names, told, bot):
    """Its share of a game that is over."""
    winners = [int(seat) for seat in told["result"]]
    return (names.index(bot) + 1 in winners) / len(winners)


def deals(folder, worth=ahead):
    """The name of the bot in the first seat of the first record, and one number for each whole deal."""
    records = [read(path) for path in sorted(Path(folder).glob("*.rail"))]
    names, _ = records[0]
    seats = len(names)
    games = [worth(*record, names[0]) for record in records]
    return names[0], [statistics.mean(games[at:at + seats]) for at in range(0, len(games) - seats + 1, seats)]


def summary(values):
    if len(values) < 2:
        return f"{statistics.mean(values):+.2f} ± ?"
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):+.2f} ± {half:.2f}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    (one, of_one), (other, of_other) = deals(sys.argv[1]), deals(sys.argv[2])
    both = list(zip(of_one, of_other))
    if not both:
        sys.exit("paired.py: no deal has been played from all seats in both folders")
    for what, values in ((one, [a for a, _ in both]), (other, [b for _, b in both]),
                         ("difference", [a - b for a, b in both])):
        print(f"{what:<24} {summary(values)} in {len(values)} deals")


if __name__ == "__main__":
    main()
