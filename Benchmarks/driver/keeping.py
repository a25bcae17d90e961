"""Measurements of a log that is kept: merging what many appends left, and asking it before and after."""

import itertools

from .bulk import QUERIES, record
from .evlog import log_sizes
from .failure import Failure
from .samples import Row

FILES = 1000


def compact(context):
    """All events as 1,000 appended files, merged; the daily rollup beforehand and afterwards, run by run in turns."""
    if not context.evlog:
        return []
    time = Row("compact", f"compact {FILES:,} appended files", "s")
    memory = Row("compact-memory", "compact: peak memory", "B")
    size = Row("compact-size", "bytes an event: compacted", "B/event")
    before = Row("compact-before", "daily, New York: as appended", "s")
    after = Row("compact-after", "daily, New York: compacted", "s")
    scattered, merged = context.fresh_log("scattered-log"), context.fresh_log("merged-log")
    for log in (scattered, merged):
        context.progress(f"appending {FILES:,} files")
        append_files(context, log)
    cost = context.launcher.run([context.evlog.binary, "--log", merged, "compact"])
    record(time, memory, "evlog", cost)
    size.add("evlog", log_sizes(merged)[0] / context.events)
    answers = {}
    for run in range(context.runs + 1):
        context.progress(f"asking before and after compaction, run {run} of {context.runs}")
        for row, log in ((before, scattered), (after, merged)):
            answer = context.scratch / f"{row.key}.json"
            cost = context.evlog.rollup(log, QUERIES["day"][1], answer)
            answers[row.key] = answer.read_bytes()
            if run > 0:
                row.add("evlog", cost.seconds)
    if len(set(answers.values())) != 1:
        raise Failure("compaction changed the daily rollup")
    context.note(f"compaction: the daily rollup takes {after.median('evlog') / before.median('evlog'):.2f} of the time "
                 "that it took before, and answers the same bytes")
    return [time, memory, size, before, after]


def append_files(context, log):
    piece = context.scratch / "piece.jsonl"
    lines_a_file = -(-context.events // FILES)
    with open(context.source, "rb") as lines:
        while part := list(itertools.islice(lines, lines_a_file)):
            piece.write_bytes(b"".join(part))
            context.evlog.append_file(log, piece, len(part), context.answer)
    piece.unlink()


def report(context):
    """The dashboard as one page."""
    if not context.evlog:
        return []
    time = Row("report", "report, New York", "s")
    memory = Row("report-memory", "report: peak memory", "B")
    size = Row("report-size", "report: the page", "B")
    page = context.scratch / "report.html"
    for run in range(context.runs + 1):
        context.progress(f"report, run {run} of {context.runs}")
        cost = context.launcher.run([
            context.evlog.binary, "--log", context.store("evlog"), "--tz", "America/New_York", "report", "--at",
            "2025-12-20T12:00:00Z", "--out", page])
        if run > 0:
            record(time, memory, "evlog", cost)
    size.add("evlog", page.stat().st_size)
    return [time, memory, size]
