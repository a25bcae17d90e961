"""The command line of the benchmark."""

import argparse
import os
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent

MEASUREMENTS = {
    "append": "JSON lines into a fresh log or database",
    "size": "bytes an event on disk",
    "day": "daily rollup in America/New_York",
    "day-utc": "daily rollup in UTC (the one that SQLite answers too)",
    "hour": "hourly rollup by type, UTC",
    "month": "monthly rollup by a metadata key, UTC",
    "insights": "cards of a week and of a year",
    "compact": "1,000 appended files merged; the daily rollup before and after",
    "report": "the dashboard as a page",
    "single": "one `evlog append TYPE` as a process, synced",
    "frames": "bytes an event in ten-event frames",
    "commit": "a ten-event commit beside bare writes and SQLite (needs commit-bench)",
    "recorder": "events from four threads beside SQLite (needs recorder-bench)",
}


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="run",
        description="Measures evlog beside DuckDB and SQLite on the same events in the same run.",
        epilog="measurements: " + "; ".join(f"{name}: {what}" for name, what in MEASUREMENTS.items()),
    )
    parser.add_argument("--events", type=count, default=10_000_000, metavar="N", help="events (10000000)")
    parser.add_argument("--runs", type=count, default=5, metavar="K", help="repetitions of each (5)")
    parser.add_argument("--only", action="append", choices=list(MEASUREMENTS), metavar="NAME",
                        help="only this measurement; may be repeated")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR",
                        help="where events are kept between runs (the user's cache folder)")
    parser.add_argument("--evlog", type=Path, default=default_evlog(), metavar="FILE",
                        help="the evlog to measure ($EVLOG, else the release build beside this folder)")
    parser.add_argument("--peers-only", action="store_true", help="measure DuckDB and SQLite without evlog")
    parser.add_argument("--threads", type=count, default=usable_cores(), metavar="N",
                        help="threads DuckDB may use (the cores this process may use)")
    parser.add_argument("--duckdb-metadata", choices=["json", "map", "struct"], default="json",
                        help="DuckDB's column type for metadata (json: the fastest to load that takes any key)")
    parser.add_argument("--with-sqlite", action="store_true", help="SQLite too: once, for it takes minutes")
    parser.add_argument("--sqlite-events", type=count, metavar="N",
                        help="give SQLite the first N events and scale its time up")
    parser.add_argument("--segment-bytes", type=count, default=8 << 20, metavar="N",
                        help="how long evlog makes a segment (8388608)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every raw number to FILE")
    parser.add_argument("--gate", action="store_true",
                        help="fail when a count in wanted.json is exceeded; never on time")
    options = parser.parse_args(arguments)
    if options.sqlite_events is not None:
        options.with_sqlite = True
    options.sqlite_events = min(options.sqlite_events or options.events, options.events)
    return options


def count(text):
    value = int(text.replace("_", ""))
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def default_data():
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "evlog-bench"


def default_evlog():
    named = os.environ.get("EVLOG")
    return Path(named) if named else HOME.parent / ".build" / "release" / "evlog"


def usable_cores():
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
