"""DuckDB and SQLite, each run in a fresh process a sample."""

import sys
from dataclasses import dataclass

from .evlog import read_json
from .options import HOME


@dataclass
class PeerCost:
    """`seconds` is measured inside the process, around the work; `peak_bytes` leaves the interpreter out."""

    seconds: float
    connect_seconds: float
    process_seconds: float
    peak_bytes: int


class Peer:
    def __init__(self, worker, launcher, answer):
        self.worker = HOME / "workers" / worker
        self.launcher = launcher
        self.answer = answer

    def work(self, *arguments):
        cost = self.launcher.run([sys.executable, "-B", self.worker, *arguments], output=self.answer)
        said = read_json(self.answer)
        return PeerCost(said["seconds"], said.get("connectSeconds", 0.0), cost.seconds,
                        max(0, cost.peak_bytes - said["baselineBytes"]))


class DuckDB(Peer):
    def __init__(self, launcher, answer, threads, metadata):
        super().__init__("duckdb_worker.py", launcher, answer)
        self.settings = (threads, metadata)

    def append(self, source, database, order):
        """`order` is "kept", as evlog keeps it and DuckDB does unless told otherwise, or "any"."""
        return self.work("append", source, database, *self.settings, order)

    def query(self, database, name, output):
        return self.work("query", database, *self.settings, name, output)


class SQLite(Peer):
    def __init__(self, launcher, answer):
        super().__init__("sqlite_worker.py", launcher, answer)

    def append(self, source, database):
        return self.work("append", source, database)

    def query(self, database, output):
        return self.work("query", database, output)
