"""A terminal that answers when it is asked for its background (OSC 11), or does not, or late.

usage: background.py RAILHEAD

Speaks to railhead play through a terminal of its own, so that every byte can be seen.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

QUESTION = b"\033]11;?\033\\\033[c"
IDENTITY = b"\033[?62;22c"
LIGHT = b"\033]11;rgb:ffff/ffff/ffff\033\\"
DARK = b"\033]11;rgb:0000/0000/0000\007"
LIGHT_LAND, DARK_LAND = b"48;5;230", b"48;5;236"
PATIENCE = 60


class Screen:
    def __init__(self, railhead, words=("--seats", "you,easy", "--seed", "1")):
        self.seen = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", RAILHEAD_NO_ANIMATION="1")
            for name in ("COLORFGBG", "NO_COLOR"):
                os.environ.pop(name, None)
            os.execv(railhead, [railhead, "play", *words])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def send(self, words):
        os.write(self.terminal, words)

    def wait(self, words):
        until = time.monotonic() + PATIENCE
        while words not in self.seen:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                sys.exit(f"never seen: {words!r} in {self.seen[-2000:]!r}")
            self.seen += os.read(self.terminal, 65536)
        return self

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def answered(railhead, answer, land):
    screen = Screen(railhead)
    screen.wait(QUESTION).send(answer + IDENTITY)
    screen.wait(land).close()
    assert screen.seen.count(QUESTION) == 1


def typed_meanwhile(railhead):
    """What a person types while the terminal is asked is not lost."""
    screen = Screen(railhead)
    screen.wait(QUESTION).send(b"?" + LIGHT + IDENTITY)
    screen.wait(b"Railhead in the terminal").close()


def unanswered(railhead):
    screen = Screen(railhead)
    screen.wait(QUESTION)
    screen.wait(DARK_LAND)
    return screen


def late(railhead):
    """An answer that comes when the game is on the screen is no keys."""
    screen = unanswered(railhead)
    screen.wait(b"Place your start marker")
    screen.send(LIGHT + IDENTITY)
    screen.send(b"?")
    screen.wait(b"Railhead in the terminal").close()
    assert b"That key does nothing" not in screen.seen
    assert b"rgb:" not in screen.seen


railhead = os.path.abspath(sys.argv[1])
answered(railhead, LIGHT, LIGHT_LAND)
answered(railhead, DARK, DARK_LAND)
answered(railhead, b"", DARK_LAND)
typed_meanwhile(railhead)
unanswered(railhead).close()
late(railhead)
