"""What measurements share: the systems, the events, a scratch folder and the stores built in it."""

import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .child import Launcher
from .dataset import compile_tool, events_file, first_lines, warm
from .evlog import Evlog
from .failure import Failure
from .machine import duckdb_version
from .peers import DuckDB, SQLite


class Context:
    def __init__(self, options, scratch):
        self.options = options
        self.scratch = scratch
        self.events = options.events
        self.runs = options.runs
        self.notes = []
        self.filled = None  # (log, Filled) once a log has been filled
        self.launcher = Launcher(compile_tool("measure-child"))
        self.answer = scratch / "answer.json"
        self.source = events_file(options.data, options.events)
        self.evlog = None if options.peers_only else Evlog(options.evlog, self.launcher)
        self.duckdb = None
        if duckdb_version():
            self.duckdb = DuckDB(self.launcher, self.answer, options.threads, options.duckdb_metadata)
        else:
            self.note("DuckDB is not installed (the Python module duckdb): skipped")
        self.sqlite = SQLite(self.launcher, self.answer) if options.with_sqlite else None
        self.sqlite_scale = options.events / options.sqlite_events
        self._stores = {}
        warm(self.source)

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def progress(self, text):
        print(f"  {text}", file=sys.stderr, flush=True)

    def sqlite_source(self):
        if self.options.sqlite_events == self.events:
            return self.source
        path = self.scratch / "sqlite-events.jsonl"
        return path if path.exists() else first_lines(self.source, path, self.options.sqlite_events)

    # ---- Stores: made by the append measurement, or here when that one isn't wanted ----

    def store(self, system):
        """The log or database of `system` that holds all events."""
        if system not in self._stores:
            self.progress(f"{system}: building the store that is asked")
            self.build(system)
        return self._stores[system]

    def build(self, system, order="any"):
        """Makes a fresh store of all events, in place of the one before, and returns what that cost."""
        path = self.scratch / f"{system}-store"
        remove(path)
        # What others left to be written must not be charged to this one.
        os.sync()
        if system == "evlog":
            cost = self.evlog.append_file(path, self.source, self.events, self.answer)
        elif system == "duckdb":
            cost = self.duckdb.append(self.source, path, order)
        else:
            cost = self.sqlite.append(self.sqlite_source(), path)
        self._stores[system] = path
        return cost

    def fresh_log(self, name):
        path = self.scratch / name
        remove(path)
        return path


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    for sibling in path.parent.glob(path.name + "*"):
        if sibling.is_file():
            sibling.unlink()


@contextmanager
def scratch_folder(data):
    """A folder beside the events, so that every system writes to the same disk; gone afterwards."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix="scratch-", dir=data)
    except OSError as error:
        raise Failure(f"cannot use the data folder: {error.strerror}", status=2) from None
    with folder as path:
        yield Path(path)
