#!/usr/bin/env python3
"""A small engine for Railhead: it builds towards the nearest city that it has not reached.

    railhead arena --bots "cmd:python3 examples/engine.py,hard" ...

The protocol is in docs/engine-protocol.md: lines come in, a few lines go out.  The referee knows
the rules and lists the legal turns on request, so this program only has to choose among them.
"""
import heapq
import json
import re
import sys

FAR = 99


def say(line):
    print(line, flush=True)  # a line that is not flushed never arrives


class Round:
    """What this seat knows of a round: its cities, and what each line of the board still costs."""

    def __init__(self, board, price={"single": 1, "double": 2, "ferry": 2}):
        self.cost = {(line["a"], line["b"]): price[line["kind"]] for line in board["lines"]}
        self.beside = {}  # the lines that end at a junction
        for line in self.cost:
            for here, there in (line, line[::-1]):
                self.beside.setdefault(here, []).append((there, line))
        self.cities, self.marker, self.ways = [], None, []

    def tracks(self, turn, mine=True):
        """The tracks of a turn, and what is left to pay: a ferry takes two, or is others' alone."""
        for one, kind, other, colour in re.findall(r"([A-Z]\d+)([-~])([A-Z]\d+)(\*?)", turn):
            left = self.cost[one, other] - 1 if kind == "~" else 0
            yield one, other, FAR if colour and not mine and left == 0 else left

    def see(self, turn, mine):
        for one, other, left in self.tracks(turn, mine):
            self.cost[one, other] = left
        if mine and turn.startswith("@"):
            self.marker = turn[1:]

    def way(self, city):
        """What is to be paid from each junction to a city."""
        away, queue = {}, [(0, city)]
        while queue:
            paid, here = heapq.heappop(queue)
            if here not in away:
                away[here] = paid
                for there, line in self.beside[here]:
                    heapq.heappush(queue, (paid + self.cost[line], there))
        return away

    def value(self, turn):
        """How good a turn is, the lower the better: our ways to all cities, the shortest first."""
        reached = [(turn[1:] if turn.startswith("@") else self.marker, 0)]
        for one, other, left in self.tracks(turn):
            reached += (one, left), (other, left)
        return sorted(min(way[junction] + left for junction, left in reached) for way in self.ways)

    def choose(self, legal):
        self.ways = [self.way(city) for city in self.cities]
        return min(legal, key=self.value)


def main(kind=Round):
    seat, go, legal, now = "", "", [], None
    lines = iter(sys.stdin)
    for line in lines:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "railhead-engine":
            say("id name Nearest city, in Python\nwant board\nready 1")
        elif word == "board-file":
            board = json.loads("".join(iter(lambda: next(lines), "end-board\n")))
            junction_of = {city["id"]: city["junction"] for city in board["cities"]}
        elif word == "ping":
            say("pong")
        elif word == "seat":
            seat = rest
        elif word == "round":
            now = kind(board)
        elif word == "deal" and rest.startswith(seat):
            now.cities = [junction_of[city] for city in rest.split()[1:]]
        elif word.isdigit():  # a turn that was played, perhaps our own
            now.see(rest, word == seat)
        elif word == "go":
            go, legal = rest.split()[0], []
            say("legal")
        elif word == "legal":
            legal.append(rest)
        elif word == "end-legal":
            say(f"turn {go} {now.choose(legal)}")
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
