"""Records of a state: quick to read, and else as NumPy has them."""

import pickle

import numpy as np
import pytest

from partybots.core.game import quick

PLAIN = np.dtype((np.record, [("turn", np.int64), ("held", np.uint8, 3)]))
NESTED = np.dtype((np.record, [("turn", np.int64), ("at", [("x", np.int64)], ())]))


def of(fields: np.dtype) -> np.record:
    record: np.record = np.arange(fields.itemsize, dtype=np.uint8).view(fields)[0]
    return record


def test_a_quick_record_reads_and_writes_what_a_record_does():
    slow, fast = of(PLAIN), of(quick(PLAIN))
    assert (fast.turn, fast["held"].tolist()) == (slow.turn, slow.held.tolist())
    fast.turn, fast.held[1] = 7, 9
    assert (fast["turn"], fast.held.tolist()) == (7, [8, 9, 10])


@pytest.mark.parametrize("fields", [PLAIN, NESTED])
def test_a_quick_record_can_be_sent_to_another_process(fields):
    sent = pickle.loads(pickle.dumps(of(quick(fields))))
    assert sent.tobytes() == of(fields).tobytes()
    assert sent.turn == of(fields).turn


def test_fields_of_a_field_are_read_as_ever():
    assert of(quick(NESTED)).at.x == of(NESTED).at.x
