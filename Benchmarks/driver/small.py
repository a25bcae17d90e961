"""Measurements of small writes: one event, ten-event frames, one commit."""

import json
import subprocess

from .failure import Failure
from .filling import bytes_an_event, fill
from .options import HOME
from .samples import Row

APPENDS = 50


def filled_log(context):
    """(log, how it was filled); filled once a run."""
    if context.filled is None:
        log = context.fresh_log("filled-log")
        context.progress("filling a segment with ten-event frames")
        filled = fill(context, log)
        context.note(f"filled segment: {filled.used:,} of {filled.segment:,} bytes used, {filled.events:,} events in "
                     f"{filled.frames:,} frames")
        context.filled = (log, filled)
    return context.filled


def single(context):
    if not context.evlog:
        return []
    # A program that does nothing is the floor: no process can be faster than its own start.
    floor = Row("single-floor", "a process that does nothing", "s")
    making = Row("single-new", "append one: makes the log", "s")
    empty = Row("single-empty", "append one: nearly empty log", "s")
    full = Row("single-full", "append one: segment nearly full", "s")
    memory = Row("single-memory", "append one, nearly full: peak memory", "B")
    full_log, filled = filled_log(context)
    full.detail = vars(filled)
    empty_log = context.fresh_log("empty-log")
    context.evlog.append_one(empty_log)
    for number in range(APPENDS):
        floor.add("evlog", context.launcher.run(["true"]).seconds)
        making.add("evlog", context.evlog.append_one(context.fresh_log("new-log")).seconds)
        empty.add("evlog", context.evlog.append_one(empty_log).seconds)
        cost = context.evlog.append_one(full_log)
        full.add("evlog", cost.seconds)
        memory.add("evlog", cost.peak_bytes)
    return [floor, making, empty, full, memory]


def frames(context):
    if not context.evlog:
        return []
    log, filled = filled_log(context)
    row = Row("frames", "bytes an event: ten-event frames", "B/event", detail=vars(filled))
    row.add("evlog", bytes_an_event(log, filled))
    return [row]


def bench(context, name):
    """What the program `name`-bench says, line by line; None where it isn't built."""
    program = HOME / ".build" / "release" / f"{name}-bench"
    if not program.exists():
        context.note(f"{name}: not measured (swift build -c release --package-path Benchmarks --product {name}-bench)")
        return None
    scratch = context.fresh_log(f"{name}-bench")
    scratch.mkdir()
    context.progress(name)
    command = [str(program), "--runs", str(context.runs), "--scratch", str(scratch), "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=context.launcher.environment)
    if done.returncode != 0:
        raise Failure(f"{name}-bench ended with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def commit(context):
    """A synced commit of ten events in one process, beside a bare write + fdatasync and SQLite (WAL, FULL)."""
    lines = bench(context, "commit")
    if lines is None:
        return []
    row = Row("commit", "commit of ten events, synced", "s")
    floor = Row("commit-bare", "a bare write and fdatasync", "s")
    row.detail = {said["system"]: said for said in lines}
    for system, said in row.detail.items():
        for median in said["runMedians"]:
            row.add(system, median)
    floor.samples["evlog"] = row.samples["bare"]
    context.note("commit, 90th percentile: " + ", ".join(
        f"{system} {said['p90'] * 1e6:.0f} µs" for system, said in row.detail.items())
        + f"; {row.detail['evlog']['frameBytes']} bytes a frame, medians and minima of run medians")
    return [floor, row]


def recorder(context):
    """Four threads that record at once, beside SQLite in transactions of ten; seconds a million events."""
    lines = bench(context, "recorder")
    if lines is None:
        return []
    rates = {said["system"]: said["rates"] for said in lines}
    grouped = Row("recorder", "record 1M events, 4 threads, syncs grouped", "s")
    single = Row("recorder-each", "record 1M events, each ten synced", "s")
    for row, own, peer in ((grouped, "evlog-grouped", "sqlite-normal"), (single, "evlog-each-batch", "sqlite-full")):
        for name, system in ((own, "evlog"), (peer, "sqlite")):
            for rate in rates.get(name, []):
                row.add(system, 1e6 / rate)
        row.detail = {"eventsPerSecond": {name: rates.get(name) for name in (own, peer)}}
    for rate in rates.get("bare", []):
        single.add("bare", 1e6 / rate)
    if single.median("bare"):
        context.note("recorder: one thread that writes and syncs as many bytes as often, and nothing else, takes "
                     f"{single.median('bare'):.2f} s a million events")
    context.note("recorder: SQLite with a write-ahead log, synchronous NORMAL where evlog groups its syncs (SQLite then "
                 "syncs at checkpoints only), FULL where it syncs each ten (scaled up from 100,000 events); one "
                 "connection behind a lock")
    return [grouped, single]
