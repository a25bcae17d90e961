"""What the numbers should be, from wanted.json: {row key: {"limit": N, "gate": BOOL} or {"duckdb": RATIO, …}}."""

import json

from .options import HOME


def load():
    with open(HOME / "wanted.json") as file:
        return json.load(file)


def text(wanted, amount):
    """How the table shows it; `amount` formats a number in the row's unit."""
    parts = []
    if "limit" in wanted:
        parts.append(f"≤ {amount(wanted['limit'])}")
    parts += [f"≥ {wanted[peer]:g}× {name}" for peer, name in (("duckdb", "D"), ("sqlite", "S")) if peer in wanted]
    return ", ".join(parts) or "–"


def met(wanted, row):
    """True, False, or None where there is nothing to hold it against."""
    verdicts = []
    if "limit" in wanted and row.median("evlog") is not None:
        verdicts.append(row.median("evlog") <= wanted["limit"])
    for peer in ("duckdb", "sqlite"):
        if peer in wanted and row.ratio(peer) is not None:
            verdicts.append(row.ratio(peer) >= wanted[peer])
    return all(verdicts) if verdicts else None


def exceeded(rows, wanted):
    """The gate: rows whose counted (never timed) value is over a limit that is marked as gated."""
    return [row for row in rows
            if wanted.get(row.key, {}).get("gate") and row.unit != "s" and met(wanted[row.key], row) is False]
