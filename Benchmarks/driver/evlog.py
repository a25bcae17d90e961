"""The evlog under test, spoken to only through its command line."""

import json
import os

from .failure import Failure


class Evlog:
    def __init__(self, binary, launcher):
        self.binary = binary
        self.launcher = launcher

    def append_file(self, log, source, events, answer):
        """Appends `source` to `log`; the answer must say that every event was stored."""
        cost = self.launcher.run([self.binary, "--log", log, "append", "--file", source, "--format", "json"],
                                 output=answer)
        appended = read_json(answer).get("appended")
        if appended != events:
            raise Failure(f"evlog append says it stored {appended} of {events} events")
        return cost

    def append_one(self, log, event_type="taskCompleted"):
        return self.launcher.run([self.binary, "--log", log, "append", event_type])

    def rollup(self, log, arguments, answer):
        return self.launcher.run([self.binary, "--log", log, "query", "rollup", *arguments, "--format", "json"],
                                 output=answer)

    def insights(self, log, period, answer):
        return self.launcher.run([self.binary, "--log", log, "query", "insights", "--period", period, "--at",
                                  "2025-12-20T12:00:00Z", "--tz", "America/New_York", "--format", "json"],
                                 output=answer)

    def stats(self, log, answer):
        self.launcher.run([self.binary, "--log", log, "stats", "--format", "json"], output=answer)
        return read_json(answer)


def read_json(path):
    with open(path, "rb") as file:
        try:
            return json.load(file)
        except ValueError as error:
            raise Failure(f"an answer is not JSON: {error}") from None


# ---- A log's files, without knowing their format ----

TAIL_WINDOW = 1 << 20


def segment_files(log):
    """The non-empty files of a log, the one written last at the end. The lock file is none."""
    found = []
    for folder, _, names in os.walk(log):
        for name in names:
            path = os.path.join(folder, name)
            status = os.stat(path)
            if status.st_size > 0 and "lock" not in name.lower():
                found.append((status.st_mtime_ns, path))
    return [path for _, path in sorted(found)]


def used_bytes(path):
    """A file's size without the zeros at its end, which are preallocated room."""
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - TAIL_WINDOW)
            file.seek(start)
            kept = file.read(end - start).rstrip(b"\0")
            if kept:
                return start + len(kept)
            end = start
    return 0


def log_sizes(log):
    """(bytes used, bytes the file system has given out) of a log folder."""
    paths = segment_files(log)
    return sum(map(used_bytes, paths)), sum(os.stat(path).st_blocks * 512 for path in paths)
