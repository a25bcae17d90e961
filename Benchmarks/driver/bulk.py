"""Measurements over all events: append, size, rollups."""

import os
import shutil
import subprocess

from . import answers
from .evlog import log_sizes
from .samples import Row

QUERIES = {
    # name: (title, evlog's arguments, grouped key, DuckDB's statements: plain, then tuned)
    "day": ("daily, New York", ["--by", "day", "--tz", "America/New_York"], None, ["day", "day-tuned"]),
    "day-utc": ("daily, UTC", ["--by", "day", "--tz", "UTC"], None, ["day-utc"]),
    "hour": ("hourly by type, UTC", ["--by", "hour", "--group", "type", "--tz", "UTC"], "type",
             ["hour", "hour-tuned"]),
    "month": ("monthly by screen, UTC", ["--by", "month", "--group", "screen", "--tz", "UTC"], "screen",
              ["month", "month-tuned"]),
}


def append(context):
    time = Row("append", "append from JSON lines", "s")
    reordered = Row("append-any", "append, DuckDB free to reorder", "s")
    memory = Row("append-memory", "append: peak memory", "B")
    for run in range(context.runs):
        context.progress(f"append, run {run + 1} of {context.runs}")
        if context.evlog:
            cost = context.build("evlog")
            record(time, memory, "evlog", cost)
            reordered.add("evlog", cost.seconds)
        if context.duckdb:
            record(time, memory, "duckdb", context.build("duckdb", order="kept"))
            # Last, for it makes the smaller file, which sizes and queries are then measured on.
            reordered.add("duckdb", context.build("duckdb", order="any").seconds)
        if context.sqlite and run == 0:
            cost = context.build("sqlite")
            record(time, memory, "sqlite", cost, scale=context.sqlite_scale)
    if context.sqlite_scale > 1 and context.sqlite:
        time.scaled.append("sqlite")
    return [time, reordered, memory]


def size(context):
    used = Row("size", "bytes an event: data", "B/event")
    allocated = Row("size-allocated", "bytes an event: allocated", "B/event")
    if context.evlog:
        own_used, own_allocated = log_sizes(context.store("evlog"))
        used.add("evlog", own_used / context.events)
        allocated.add("evlog", own_allocated / context.events)
    for system, events in (("duckdb", context.events), ("sqlite", context.options.sqlite_events)):
        if getattr(context, system):
            status = os.stat(context.store(system))
            used.add(system, status.st_size / events)
            allocated.add(system, status.st_blocks * 512 / events)
    if shutil.which("zstd"):
        packed = packed_bytes(["zstd", "-3", "-q", "-c", str(context.source)])
        lines = os.stat(context.source).st_size
        used.detail = {"zstd": packed / context.events, "jsonLines": lines / context.events}
        context.note(f"zstd -3 over the JSON lines: {packed / context.events:.1f} bytes an event; "
                     f"the lines themselves: {lines / context.events:.1f}")
    return [used, allocated]


def packed_bytes(command):
    total = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as packing:
        while piece := packing.stdout.read(1 << 20):
            total += len(piece)
    return total


def insights(context):
    """Cards from all events, to be held against the daily rollup: at most 1.3 times as long is wanted."""
    rows = []
    for period in ("week", "year"):
        row = Row(f"insights-{period}", f"insights of a {period}, New York", "s")
        for run in range(context.runs + 1):
            context.progress(f"insights of a {period}, run {run} of {context.runs}")
            if context.evlog:
                cost = context.evlog.insights(context.store("evlog"), period, context.scratch / "insights.json")
                if run > 0:
                    row.add("evlog", cost.seconds)
        rows.append(row)
    return rows


def rollup(name):
    """The measurement of one query of QUERIES."""
    title, arguments, group, statements = QUERIES[name]

    def measure(context):
        time, memory = Row(name, title, "s"), Row(f"{name}-memory", f"{title}: peak memory", "B")
        tuned = Row(f"{name}-tuned", f"{title}, tuned SQL", "s") if len(statements) > 1 else None
        with_sqlite = context.sqlite and name == "day-utc"
        own_answer = context.scratch / f"{name}-evlog.json"
        peer_answers = {statement: context.scratch / f"{statement}-duckdb.json" for statement in statements}
        sqlite_answer = context.scratch / f"{name}-sqlite.json"
        for run in range(context.runs + 1):
            timed = run > 0  # the first warms the page cache
            context.progress(f"{title}, run {run} of {context.runs}" if timed else f"{title}, warming up")
            if context.evlog:
                cost = context.evlog.rollup(context.store("evlog"), arguments, own_answer)
                if timed:
                    record(time, memory, "evlog", cost)
                    if tuned:
                        tuned.add("evlog", cost.seconds)
            if context.duckdb:
                for statement in statements:
                    cost = context.duckdb.query(context.store("duckdb"), statement, peer_answers[statement])
                    if timed and statement == statements[0]:
                        record(time, memory, "duckdb", cost)
                    elif timed:
                        tuned.add("duckdb", cost.seconds)
            if with_sqlite:
                cost = context.sqlite.query(context.store("sqlite"), sqlite_answer)
                if timed:
                    record(time, memory, "sqlite", cost, scale=context.sqlite_scale)
        if with_sqlite and context.sqlite_scale > 1:
            time.scaled.append("sqlite")
        check(context, name, title, own_answer, group, peer_answers, sqlite_answer if with_sqlite else None)
        return [row for row in (time, tuned, memory) if row]

    return measure


def record(time, memory, system, cost, scale=1.0):
    time.add(system, cost.seconds * scale)
    memory.add(system, cost.peak_bytes)
    if hasattr(cost, "connect_seconds"):
        apart = time.detail.setdefault(system, {"connectSeconds": [], "processSeconds": []})
        apart["connectSeconds"].append(cost.connect_seconds)
        apart["processSeconds"].append(cost.process_seconds)
    else:
        apart = time.detail.setdefault(system, {"userSeconds": [], "systemSeconds": []})
        apart["userSeconds"].append(cost.user_seconds)
        apart["systemSeconds"].append(cost.system_seconds)


def check(context, name, title, own_answer, group, peer_answers, sqlite_answer):
    """Compares what was answered. Peers are held against the total too, in case both sides err alike."""
    ours = answers.evlog_answer(own_answer, group) if context.evlog else None
    if ours is not None:
        answers.require_total(f"{title}, evlog", ours, context.events)
    if context.duckdb:
        for statement, path in peer_answers.items():
            theirs = answers.peer_answer(path)
            answers.require_total(f"{title}, DuckDB", theirs, context.events)
            if ours is not None:
                answers.require_equal(title, ours, theirs, "DuckDB")
    if sqlite_answer and context.sqlite_scale == 1:
        theirs = answers.peer_answer(sqlite_answer)
        answers.require_total(f"{title}, SQLite", theirs, context.events)
        if ours is not None:
            answers.require_equal(title, ours, theirs, "SQLite")
    if ours is not None and not context.duckdb and not sqlite_answer:
        context.note(f"{title}: no peer to compare the answer with; only its total was checked")
