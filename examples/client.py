#!/usr/bin/env python3
"""A client for Railhead that plays at a server's table over HTTP alone, without any library.

    python3 examples/client.py http://localhost:1869 LINK

LINK is the link of a table, or its id; the seconds between two looks may follow (1 if left out).
docs/protocol.md has the protocol.  The server knows the rules: it refuses a turn that breaks one.
"""
import json, pathlib, re, secrets, sys, time, urllib.error, urllib.request

SERVER, LINK, PAUSE = (sys.argv[1:] + ["1"])[:3]
TABLE, KEY = re.search(r"([\w-]+)(?:#([\w-]+))?$", LINK).groups()
HEADERS = {"Authorization": "Bearer " + secrets.token_urlsafe(32), "Content-Type": "application/json"}
BOARDS = pathlib.Path(__file__).resolve().parent.parent / "boards"


def ask(path, body=None):
    """The answer, or the refusal, which has an "error".  After too many requests it waits and asks again."""
    request = urllib.request.Request(f"{SERVER}/api/v1/{path}", body and json.dumps(body).encode(), HEADERS)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refusal:
        answer = json.load(refusal)
    if answer["error"] != "slow":
        return answer
    time.sleep(1)
    return ask(path, body)


def do(what, **more):
    return ask(f"tables/{TABLE}", {"do": what, **more})


def ways_to(target, cost):
    """How much is to be laid from each junction to one: by a line more, until nothing is shorter."""
    away, shorter = {target: 0}, True
    while shorter:
        shorter = False
        for one, other in [*cost, *(line[::-1] for line in cost)]:
            way = away.get(one, 99) + cost.get((one, other), cost.get((other, one)))
            if way < away.get(other, 99):
                away[other], shorter = way, True
    return away


def choices(board, cities, marker, turns):
    """Turns, the best first: both tracks towards the nearest city that is not reached."""
    kind = {(line["a"], line["b"]): line["kind"] for line in board["lines"]}
    cost = {line: 1 if kind[line] == "single" else 2 for line in kind}
    lay = lambda line: cost.update({line: cost[line] - 1 if kind[line] == "ferry" else 0})
    for line in re.findall(r"([A-Z]\d+)[-~]([A-Z]\d+)", " ".join(turns)):
        lay(line)
    best, others = [], []
    for allowed in (["single", "double", "ferry"], ["single"]):  # as the first track, the second
        ways = [ways_to(city, cost) for city in cities]
        near = lambda *ends: sorted(min(way[end] for end in ends) for way in ways)
        if not marker:
            return ["@" + place for place in sorted(ways[0], key=near)]
        home = ways_to(marker, cost)
        lines = [line for line in cost if cost[line] and kind[line] in allowed and 0 in map(home.get, line)]
        lines.sort(key=lambda line: near(marker, *line))
        others = others or lines
        if not lines or near(marker)[-1] == 0 or best and kind[best[0]] == "double":
            break
        best.append(lines[0])
        lay(lines[0])
    spell = lambda *lines: " ".join(("~" if kind[line] == "ferry" else "-").join(line) for line in lines)
    return [spell(*best), *map(spell, others), "pass"]


def play(board, seat, seats):
    last, phase, first, turns = 0, "open", 0, []
    while phase not in ("result", "close"):
        for event in ask(f"tables/{TABLE}/events?after={last}&undo=1")["events"]:
            last, kind = event["n"], event["kind"]
            if kind == "round":
                first, turns = event["first"], []
            elif kind == "turn":
                turns.append(event["turn"])
            elif kind == "undo":
                del turns[-event["turns"]:]
            elif kind == "takeback" and event["seat"] != seat:
                do("answer", event=last, yes=True)
            phase = kind if kind in ("round", "end", "result", "close") else phase
        if phase == "end":
            do("ready", after=last)
        elif phase == "round" and (first + len(turns) - seat) % seats == 0:
            hand = ask(f"tables/{TABLE}/hand").get("cities", [])
            cities = [city["junction"] for city in board["cities"] if city["id"] in hand]
            mine = turns[(seat - first) % seats::seats]
            for turn in choices(board, cities, mine[0][1:] if mine else None, turns):
                if do("turn", after=last, turn=turn).get("error") != "illegal":
                    break
        time.sleep(float(PAUSE))
    print(phase, ask(f"tables/{TABLE}")["points"])


ask("me", {"name": "Python"})
table = ask(f"tables/{TABLE}")
free = [seat["kind"] in ("open", KEY and "invited") for seat in table["seats"]]
number = free.index(True) + 1
print("seat", number, do("sit", seat=number, program=True, **({"key": KEY} if KEY else {})))
play(json.loads((BOARDS / f"{table['settings']['board']}.json").read_text()), number, len(free))
