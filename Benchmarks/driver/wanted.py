"""What the numbers should be, from wanted.json: {row key: {"limit": N, "gate": BOOL},
{"duckdb": how many times faster than it} or {"bare": at most so many times a bare write}}."""

import json

from .options import HOME


def load():
    with open(HOME / "wanted.json") as file:
        return json.load(file)


PEERS = {"duckdb": "DuckDB", "sqlite": "SQLite"}


def text(wanted, row, amount):
    """How the table shows it; `amount` formats a number in the row's unit."""
    parts = []
    if "limit" in wanted:
        parts.append(f"≤ {amount(wanted['limit'])}")
    parts += [f"≥ {wanted[peer]:g}× {name}" for peer, name in PEERS.items() if peer in wanted]
    if "bare" in wanted:
        ratio = over_bare(row)
        parts.append(f"≤ {wanted['bare']:g}× bare" + (f" (is {ratio:.2f}×)" if ratio else ""))
    if not parts:
        return "–"
    verdict = {True: ": met", False: ": not met", None: ""}[met(wanted, row)]
    return ", ".join(parts) + verdict


def over_bare(row):
    own, floor = row.median("evlog"), row.median("bare")
    return own / floor if own and floor else None


def met(wanted, row):
    """True, False, or None where there is nothing to hold it against."""
    verdicts = []
    if "limit" in wanted and row.median("evlog") is not None:
        verdicts.append(row.median("evlog") <= wanted["limit"])
    for peer in PEERS:
        if peer in wanted and row.ratio(peer) is not None:
            verdicts.append(row.ratio(peer) >= wanted[peer])
    if "bare" in wanted and over_bare(row) is not None:
        verdicts.append(over_bare(row) <= wanted["bare"])
    return all(verdicts) if verdicts else None


def exceeded(rows, wanted):
    """The gate: rows whose counted (never timed) value is over a limit that is marked as gated."""
    return [row for row in rows
            if wanted.get(row.key, {}).get("gate") and row.unit != "s" and met(wanted[row.key], row) is False]
