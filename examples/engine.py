#!/usr/bin/env python3
"""A small engine for Railhead: it builds towards the nearest city that it has not reached.

    railhead arena --bots "cmd:python3 examples/engine.py,hard" ...

The protocol is in docs/engine-protocol.md: lines come in, a few lines go out.  The referee knows
the rules and lists the legal turns on request, so this program only has to choose among them.
"""
import json
import re
import sys


def say(line):
    print(line, flush=True)  # a line that is not flushed never arrives


def distance(one, other):
    """Steps between two junctions of the triangular lattice, were all its lines there."""
    across = ord(one[0]) - ord(other[0])  # K7 lies in column K,
    down = int(one[1:]) - int(other[1:])  # row 7
    return (abs(across) + abs(down) + abs(across - down)) // 2


class Round:
    """What this seat knows of a round: its cities, and which junctions are joined by track."""

    def __init__(self):
        self.cities = []
        self.marker = None
        self.towards = {}  # from a junction to another one of its network, or to none
        self.near = {}  # steps from a junction to the nearest city that is missing

    def network(self, junction):
        """The same junction for all that are joined."""
        while junction in self.towards:
            junction = self.towards[junction]
        return junction

    def see(self, turn):
        self.near = {}
        for one, other in re.findall(r"([A-Z]\d+)[-~]([A-Z]\d+)", turn):
            if self.network(one) != self.network(other):
                self.towards[self.network(one)] = self.network(other)

    def steps(self, junction):
        if junction not in self.near:
            home = self.network(self.marker)
            missing = [city for city in self.cities if self.network(city) != home]
            self.near[junction] = min((distance(junction, city) for city in missing), default=0)
        return self.near[junction]

    def value(self, turn):
        """How good a turn is: the lower the better."""
        if turn.startswith("@"):  # the marker stands where all the cities are near
            return sum(distance(turn[1:], city) for city in self.cities)
        ends = re.findall(r"[A-Z]\d+", turn)
        return 2 * min(map(self.steps, ends), default=0) - len(ends)


def main():
    junction_of = {}  # by a city's id
    seat, go, legal, now = "", "", [], Round()
    lines = iter(sys.stdin)
    for line in lines:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "railhead-engine":
            say("id name Nearest city, in Python")
            say("want board")  # because we need to know where the cities lie
            say("ready 1")
        elif word == "board-file":
            text = "".join(iter(lambda: next(lines), "end-board\n"))
            junction_of = {city["id"]: city["junction"] for city in json.loads(text)["cities"]}
        elif word == "ping":
            say("pong")
        elif word == "seat":
            seat = rest
        elif word == "round":
            now = Round()
        elif word == "deal" and rest.startswith(seat):
            now.cities = [junction_of[city] for city in rest.split()[1:]]
        elif word.isdigit():  # a turn that was played, perhaps our own
            now.see(rest)
            if word == seat and rest.startswith("@"):
                now.marker = rest[1:]
        elif word == "go":
            go, legal = rest.split()[0], []
            say("legal")
        elif word == "legal":
            legal.append(rest)
        elif word == "end-legal":
            say(f"turn {go} {min(legal, key=now.value)}")
        elif word == "quit":
            break


main()
