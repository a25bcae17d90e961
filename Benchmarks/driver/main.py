"""One run, from the command line to the table."""

import os
import sys

from . import bulk, keeping, machine, report, small, wanted
from .context import Context, scratch_folder
from .failure import Failure
from .options import MEASUREMENTS, parse

MEASURES = {
    "append": bulk.append,
    "size": bulk.size,
    **{name: bulk.rollup(name) for name in bulk.QUERIES},
    "insights": bulk.insights,
    "compact": keeping.compact,
    "report": keeping.report,
    "single": small.single,
    "frames": small.frames,
    "commit": small.commit,
    "recorder": small.recorder,
}


def main(arguments):
    options = parse(arguments)
    try:
        return measure(options)
    except Failure as failure:
        print(f"run: {failure}", file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        return 130


def measure(options):
    if not options.peers_only and not os.access(options.evlog, os.X_OK):
        raise Failure("no evlog to measure: build it with `swift build -c release`, or set EVLOG or --evlog "
                      "(--peers-only leaves it out)", status=2)
    goals = wanted.load()
    with scratch_folder(options.data) as scratch:
        facts = machine.facts(options, scratch)
        context = Context(options, scratch)
        rows = []
        for name in MEASUREMENTS:
            if not options.only or name in options.only:
                rows += MEASURES[name](context)
        facts["loadAverageAfter"] = round(os.getloadavg()[0], 2)
        report.show(facts, options, rows, goals, context)
        if options.json:
            report.write(options.json, report.as_json(facts, options, rows, goals, context))
    over = wanted.exceeded(rows, goals) if options.gate else []
    for row in over:
        print(f"run: {row.title}: {row.median('evlog'):.4g} is over {goals[row.key]['limit']:g}", file=sys.stderr)
    return 1 if over else 0
