#!/usr/bin/env python3
"""An engine that plays unlike any of our bots: a stranger to measure against.

    railhead arena --board transamerica --bots "champion,cmd:python3 bench/sums.py,..." ...

It starts where the ways to all its cities are shortest together, on any junction, and lays the track that
shortens their sum most, one track after the other.  So the trunk counts once for each city behind it.  The
player called "simple" of a program by others (oscardssmith/Trans-America, under the MIT licence) plays by this
rule; no model of bots/play_style.c was fitted to it.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
import engine  # noqa: E402


class Sums(engine.Round):
    def value(self, turn):
        """The sum of the ways after the first track, then after both."""
        reached = [turn[1:] if turn.startswith("@") else self.marker]
        sums = [self.sum(reached)]
        for one, other, left in self.tracks(turn):
            reached += () if left else (one, other)
            sums.append(self.sum(reached))
        return (sums + sums[-1:])[1:3]

    def sum(self, reached):
        return sum(min(way[junction] for junction in reached) for way in self.ways)


engine.main(Sums)
