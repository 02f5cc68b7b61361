"""How a host and a Python bot's process speak: frames of bytes over a socket.

A frame is its length, the number of the question (both uint32), then a letter and what
goes with it, little-endian:

  host       L  JSON: what to load                   R  JSON, or E, X, N
             M  JSON: a new match                    K, or E, X, N
             A  seat uint32, rng uint64, n uint32,   I  rng uint64, action int64, or ?,
                legal int32[n], state                T  the same and ms int64, X, N
             W  seat uint32, state: look             K, or X, N
  the bot    E  text: it cannot be made as asked     X  text: it raised an exception
             ?  text: what it answered instead       N  it ran out of memory

Every frame of the host has exactly one answer, with its number: one that is late, or
twice, is told from the next. The bot's generator travels with each
question, so that a bot in a process draws the numbers that it would draw in ours.
"""

import struct
from collections.abc import Sequence

LENGTH = struct.Struct("<I")
NUMBER = struct.Struct("<I")
SEAT = struct.Struct("<I")
ACT = struct.Struct("<IQI")  # seat, rng, how many are legal
CHOSE = struct.Struct("<Qq")  # rng, action
TIMED = struct.Struct("<Qqq")  # rng, action, ms
MOST = 2**20  # bytes in a frame of a bot


def frame(letter: bytes, *parts: bytes) -> bytes:
    body = b"".join((letter, *parts))
    return LENGTH.pack(len(body)) + body


def numbered(number: int, framed: bytes) -> bytes:
    """What frame() made, as question or answer of that number."""
    body = framed[LENGTH.size :]
    return LENGTH.pack(NUMBER.size + len(body)) + NUMBER.pack(number) + body


def act(seat: int, rng: int, legal: Sequence[int], state: bytes) -> bytes:
    packed = struct.pack(f"<{len(legal)}i", *legal)
    return frame(b"A", ACT.pack(seat, rng, len(legal)), packed, state)


def read_act(body: bytes) -> tuple[int, int, list[int], bytes]:
    """Seat, generator, legal actions and state of an A frame, letter included."""
    seat, rng, n = ACT.unpack_from(body, 1)
    legal = struct.unpack_from(f"<{n}i", body, 1 + ACT.size)
    return seat, rng, [*legal], body[1 + ACT.size + 4 * n :]


def watch(seat: int, state: bytes) -> bytes:
    return frame(b"W", SEAT.pack(seat), state)


def read_watch(body: bytes) -> tuple[int, bytes]:
    return SEAT.unpack_from(body, 1)[0], body[1 + SEAT.size :]
