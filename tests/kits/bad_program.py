"""A program that misbehaves as its first argument says; it speaks protocol 1."""

import json
import os
import signal
import subprocess
import sys
import time

HOW = sys.argv[1]
ODD = {  # what it answers with
    "true": '{"index": true}',
    "float": '{"index": 0.0}',
    "huge": '{"index": 1' + 300 * "0" + "}",
    "nan": '{"index": NaN}',
    "list": '{"index": [0]}',
    "wrong-index": '{"index": 9999}',
    "negative": '{"index": -1}',
    "anothers-action": '{"text": "9x9"}',
    "nothing": "{}",
    "no-object": "[0]",
    "no-json": "index 0",
}


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer(told, said):
    """The line that was due, with `said` in it; if that is no object, as it is."""
    if said.startswith("{"):
        said = json.dumps({"type": "action", "id": told["id"]})[:-1] + ", " + said[1:]
        said = said.replace(", }", "}")
    say(said)


def act(told):
    good = '{"index": 0}'
    if HOW in ODD:
        return answer(told, ODD[HOW])
    if HOW in ("late-and-again", "sleeps"):
        time.sleep(1.5 if HOW == "late-and-again" else 60)
    if HOW == "spins":
        while True:
            pass
    if HOW == "ignores-the-end":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    if HOW in ("exits-well", "exits-badly"):
        sys.stderr.write("last words\n")
        sys.stderr.flush()
        os._exit(HOW == "exits-badly")
    if HOW == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if HOW == "forks":
        subprocess.Popen(["sleep", "600"], start_new_session=True)
    if HOW == "eats-memory":
        told["eaten"] = [bytearray(2**26) for _ in range(640)]
    if HOW == "floods-stderr":
        sys.stderr.write(300 * ("y" * 1000 + "\n"))
    if HOW == "floods-stdout":
        sys.stdout.write(3000 * ("x" * 1000 + "\n"))
    if HOW == "floods-a-line":
        sys.stdout.write(3000 * ("x" * 1000))
    answer(told, good)
    if HOW in ("twice", "late-and-again"):
        answer(told, good)
    if HOW == "prints":
        say("thinking about it")
    if HOW == "never-reads":
        time.sleep(60)
    return None


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say('{"type": "hello", "protocol": 1, "name": "bad"}')
    elif told["type"] == "new_match":
        say('{"type": "ready"}')
    elif told["type"] == "act":
        act(told)
