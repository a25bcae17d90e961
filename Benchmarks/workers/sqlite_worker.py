"""SQLite's side of a measurement, in a process of its own.

    sqlite_worker.py append SOURCE DATABASE
    sqlite_worker.py query DATABASE OUTPUT

Prints one JSON object: the seconds of the work alone, and the memory the process had before it.
"""

import json
import resource
import sqlite3
import sys
import time
from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICROSECOND = timedelta(microseconds=1)


def records(source):
    with open(source, "rb") as lines:
        for line in lines:
            event = json.loads(line)
            instant = datetime.fromisoformat(event["timestamp"].replace("Z", "+00:00"))
            metadata = json.dumps(event["metadata"], separators=(",", ":"))
            yield event["type"], (instant - EPOCH) // MICROSECOND, metadata, event.get("duration")


def append(source, database):
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE events (type TEXT, ts INTEGER, metadata TEXT, duration REAL)")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", records(source))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def query(database, output):
    connection = sqlite3.connect(database)
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the file; connect() does not
    started = time.perf_counter()
    rows = connection.execute("SELECT ts / 86400000000 * 86400000000, count(*), sum(duration) "
                              "FROM events GROUP BY 1 ORDER BY 1").fetchall()
    with open(output, "w") as file:
        for start, count, duration in rows:
            file.write(json.dumps({"start_us": start, "count": count, "duration": duration}) + "\n")
    return {"seconds": time.perf_counter() - started}


def main(command, *arguments):
    baseline = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    started = time.perf_counter()
    if command == "append":
        append(*arguments)
        result = {"seconds": time.perf_counter() - started}
    else:
        result = query(*arguments)
    print(json.dumps({**result, "baselineBytes": baseline}))


if __name__ == "__main__":
    main(*sys.argv[1:])
