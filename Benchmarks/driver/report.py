"""The table for people and the JSON for programs."""

import json

from . import wanted as wanted_values
from .samples import SYSTEMS

HEADINGS = ("what", "evlog", "DuckDB", "SQLite", "ratio", "wanted")
EXPLANATION = (
    "Times and sizes: median (minimum). Ratio: DuckDB / SQLite over evlog, medians; above 1 evlog is better.",
    "evlog: the whole process, from start to exit. DuckDB and SQLite: inside a fresh process, without the "
    "interpreter's start, the import and (queries) opening the database; memory without the interpreter's. SQLite is "
    "fed by Python, which reads the lines.",
)


def amount(value, unit):
    if unit == "B/event":
        return f"{value:.2f} B"
    if unit == "B":
        return f"{value / 2**20:.1f} MiB"
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.1f} ms"
    return f"{value:.2f} s"


def cell(row, system):
    middle = row.median(system)
    if middle is None:
        return "–"
    text = amount(middle, row.unit)
    if len(row.samples[system]) > 1:
        text += f" ({amount(row.minimum(system), row.unit)})"
    return ("~" if system in row.scaled else "") + text


def ratio(row):
    found = [row.ratio("duckdb"), row.ratio("sqlite")]
    if found == [None, None]:
        return "–"
    return " / ".join("–" if value is None else f"{value:.2g}×" if value < 10 else f"{value:.0f}×" for value in found)


def table(rows, wanted):
    lines = [HEADINGS]
    for row in rows:
        goal = wanted_values.text(wanted.get(row.key, {}), row, lambda value: amount(value, row.unit))
        lines.append((row.title, *(cell(row, system) for system in SYSTEMS), ratio(row), goal))
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return ["  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines]


def show(facts, options, rows, wanted, context):
    named = {"memoryGiB": "memory GiB", "fileSystem": "file system", "loadAverage": "load"}
    print(", ".join(f"{named.get(key, key)} {value}" for key, value in facts.items() if value is not None))
    print(f"{options.events:,} events, {options.runs} runs, DuckDB with {options.threads} threads, "
          f"metadata as {options.duckdb_metadata.upper()}")
    print()
    print("\n".join(table(rows, wanted)))
    print()
    for line in (*EXPLANATION, *context.notes):
        print(line)
    if any(row.scaled for row in rows):
        print(f"~ measured on {options.sqlite_events:,} events and multiplied.")


def as_json(facts, options, rows, wanted, context):
    return {
        "machine": facts,
        "options": {"events": options.events, "runs": options.runs, "threads": options.threads,
                    "duckdbMetadata": options.duckdb_metadata, "sqliteEvents": options.sqlite_events},
        "rows": [row_json(row, wanted.get(row.key, {})) for row in rows],
        "notes": context.notes,
    }


def row_json(row, wanted):
    systems = {system: {"median": row.median(system), "min": row.minimum(system), "samples": row.samples[system],
                        "scaled": system in row.scaled}
               for system in SYSTEMS if system in row.samples}
    ratios = {peer: row.ratio(peer) for peer in ("duckdb", "sqlite") if row.ratio(peer) is not None}
    return {"key": row.key, "title": row.title, "unit": row.unit, "systems": systems, "ratios": ratios,
            "wanted": wanted or None, "met": wanted_values.met(wanted, row), "detail": row.detail}


def write(path, content):
    with open(path, "w") as file:
        json.dump(content, file, indent=2)
        file.write("\n")
