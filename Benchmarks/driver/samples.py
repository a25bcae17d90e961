"""Repeated measurements and the rows they become."""

from dataclasses import dataclass, field
from statistics import median
from typing import Dict, List, Optional

SYSTEMS = ("evlog", "duckdb", "sqlite")


@dataclass
class Row:
    """One line of the table: what was measured, in `unit` ("s", "B" or "B/event"), a list of samples a system.

    `scaled` names the systems whose samples were measured on fewer events and multiplied.
    """

    key: str
    title: str
    unit: str
    samples: Dict[str, List[float]] = field(default_factory=dict)
    scaled: List[str] = field(default_factory=list)
    detail: Dict[str, object] = field(default_factory=dict)

    def add(self, system, value):
        self.samples.setdefault(system, []).append(value)

    def median(self, system) -> Optional[float]:
        values = self.samples.get(system)
        return median(values) if values else None

    def minimum(self, system) -> Optional[float]:
        values = self.samples.get(system)
        return min(values) if values else None

    def ratio(self, peer) -> Optional[float]:
        """How many times evlog's median goes into the peer's: above 1, evlog is better."""
        own, other = self.median("evlog"), self.median(peer)
        return other / own if own and other is not None else None
