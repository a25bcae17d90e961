"""DuckDB's side of a measurement, in a process of its own so that it starts as cold as evlog does.

    duckdb_worker.py append SOURCE DATABASE THREADS METADATA
    duckdb_worker.py query DATABASE THREADS METADATA NAME OUTPUT

Prints one JSON object: the seconds of the work alone (the interpreter's start, the import and, for a query, the
opening of the database are left out, and given apart) and the memory the process had before DuckDB did anything.
"""

import json
import resource
import sys
import time

import duckdb

METADATA_TYPES = {
    "json": "JSON",
    "map": "MAP(VARCHAR, VARCHAR)",
    "struct": "STRUCT(screen VARCHAR, feature VARCHAR, category VARCHAR, query VARCHAR, session VARCHAR)",
}
SCREENS = {"json": "metadata->>'screen'", "map": "metadata['screen']", "struct": "metadata.screen"}


def connect(database, threads):
    connection = duckdb.connect(database, config={"threads": int(threads)})
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def append(source, database, threads, metadata, order):
    connection = connect(database, threads)
    if order == "any":
        # Lets both threads write and the checkpoint find nothing left to do; the price is the order of the rows.
        connection.execute("SET preserve_insertion_order = false")
    columns = f"{{type: 'VARCHAR', timestamp: 'TIMESTAMPTZ', metadata: '{METADATA_TYPES[metadata]}', duration: 'DOUBLE'}}"
    connection.execute(
        f"CREATE TABLE events AS SELECT type, timestamp AS ts, metadata, duration "
        f"FROM read_json(?, format = 'newline_delimited', columns = {columns})", [source])
    connection.execute("CHECKPOINT")
    connection.close()


def statements(metadata):
    """Each a SELECT of start_us, key where there is one, count, duration, in evlog's order.

    The plain forms are what one writes first: `date_trunc` on the time as it is stored. The -tuned forms add up quarter-hours or days as plain integers before a calendar sees
    them: what somebody who knows DuckDB and zones would write.
    """
    screen = SCREENS[metadata]
    measures = "count(*) AS count, sum(duration) AS duration"
    again = "sum(count)::BIGINT AS count, sum(duration) AS duration"
    new_york = "epoch_us(timezone('America/New_York', bucket)) AS start_us"
    quarters = f"(SELECT epoch_us(ts) // 900000000 AS quarter, {measures} FROM events GROUP BY 1)"
    return {
        "day": f"""SELECT {new_york}, count, duration FROM (
            SELECT date_trunc('day', timezone('America/New_York', ts)) AS bucket, {measures}
            FROM events GROUP BY 1) ORDER BY 1""",
        "day-tuned": f"""SELECT {new_york}, count, duration FROM (
            SELECT date_trunc('day', timezone('America/New_York', make_timestamptz(quarter * 900000000))) AS bucket,
                   {again} FROM {quarters} GROUP BY 1) ORDER BY 1""",
        "day-utc": f"""SELECT epoch_us(ts) // 86400000000 * 86400000000 AS start_us, {measures}
            FROM events GROUP BY 1 ORDER BY 1""",
        "hour": f"""SELECT epoch_us(date_trunc('hour', ts)) AS start_us, type AS key, {measures}
            FROM events GROUP BY ALL ORDER BY 1, 2""",
        "hour-tuned": f"""SELECT epoch_us(ts) // 3600000000 * 3600000000 AS start_us, type AS key, {measures}
            FROM events GROUP BY ALL ORDER BY 1, 2""",
        "month": f"""SELECT epoch_us(date_trunc('month', ts)) AS start_us, {screen} AS key, {measures}
            FROM events GROUP BY ALL ORDER BY 1, 2""",
        "month-tuned": f"""SELECT epoch_us(date_trunc('month', make_timestamp(day * 86400000000))) AS start_us,
                   key, {again} FROM (
            SELECT epoch_us(ts) // 86400000000 AS day, {screen} AS key, {measures} FROM events GROUP BY ALL)
            GROUP BY ALL ORDER BY 1, 2""",
    }


def query(database, threads, metadata, name, output):
    started = time.perf_counter()
    connection = connect(database, threads)
    connected = time.perf_counter()
    # As JSON to a file, for that is what evlog is asked for. Fetching rows would time Python's objects.
    connection.execute(f"COPY ({statements(metadata)[name]}) TO '{output}' (FORMAT json)")
    done = time.perf_counter()
    connection.close()
    return {"seconds": done - connected, "connectSeconds": connected - started}


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
