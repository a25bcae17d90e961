"""Do the systems agree? A fast wrong answer is worth nothing, so a difference ends the run."""

import json
from datetime import datetime, timedelta, timezone

from .evlog import read_json
from .failure import Failure

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
SHOWN_DIFFERENCES = 20
# Peers add durations as floating point, in any order.
RELATIVE_TOLERANCE = 1e-9


def evlog_answer(path, group=None):
    """{(start µs, group value): (count, seconds)} of a rollup's JSON."""
    buckets = {}
    for row in read_json(path):
        try:
            start = datetime.fromisoformat(row["start"].replace("Z", "+00:00"))
            key = ((start - EPOCH) // timedelta(microseconds=1), row["groups"][group] if group else None)
            value = (row["count"], row["duration"] or 0.0)
        except (KeyError, TypeError, ValueError) as error:
            raise Failure(f"evlog's rollup has a row of another shape: {row} ({error!r})") from None
        if key in buckets:
            raise Failure(f"evlog answers twice for {describe(key)}")
        buckets[key] = value
    return buckets


def peer_answer(path):
    """The same of a peer's JSON lines."""
    buckets = {}
    with open(path, "rb") as lines:
        for line in lines:
            row = json.loads(line)
            buckets[row["start_us"], row.get("key")] = (row["count"], row["duration"] or 0.0)
    return buckets


def require_total(name, buckets, events):
    total = sum(count for count, _ in buckets.values())
    if total != events:
        raise Failure(f"{name}: the buckets add up to {total} events, not {events}")


def require_equal(what, ours, theirs, peer):
    """Counts must be equal, durations equal but for floating-point rounding."""
    different = [key for key in ours.keys() | theirs.keys() if not same(ours.get(key), theirs.get(key))]
    if not different:
        return
    different.sort(key=lambda key: (key[0], key[1] is not None, key[1] or ""))
    lines = [f"{what}: evlog and {peer} disagree on {len(different)} of {len(ours.keys() | theirs.keys())} buckets"]
    for key in different[:SHOWN_DIFFERENCES]:
        lines.append(f"  {describe(key)}: evlog {show(ours.get(key))}, {peer} {show(theirs.get(key))}")
    if len(different) > SHOWN_DIFFERENCES:
        lines.append(f"  and {len(different) - SHOWN_DIFFERENCES} more")
    raise Failure("\n".join(lines))


def same(one, other):
    if one is None or other is None or one[0] != other[0]:
        return False
    return abs(one[1] - other[1]) <= RELATIVE_TOLERANCE * max(abs(one[1]), abs(other[1]), 1.0)


def describe(key):
    start = (EPOCH + timedelta(microseconds=key[0])).isoformat()
    return start if key[1] is None else f"{start} {key[1]}"


def show(value):
    return "nothing" if value is None else f"{value[0]} ({value[1]:.6f} s)"
