"""Runs a program and says what it cost. Everything that is timed goes through here."""

import os
import subprocess
import tempfile
from dataclasses import dataclass

from .failure import Failure


@dataclass
class Cost:
    seconds: float
    user_seconds: float
    system_seconds: float
    peak_bytes: int


def clean_environment():
    """The same for every child: no log, zone or colour from the shell that started the run."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("EVLOG")}
    return {**kept, "TZ": "UTC", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}


class Launcher:
    """Starts children through `measure-child`, whose own memory is too small to count."""

    def __init__(self, measure_child):
        self.measure_child = str(measure_child)
        self.environment = clean_environment()

    def run(self, command, output=None, accept=(0,)):
        """Runs `command` with its answer going to the file `output` (else nowhere) and returns its Cost."""
        command = [str(part) for part in command]
        reader, writer = os.pipe()
        # Both in files rather than pipes: a pipe would make the child wait for this interpreter to read.
        with open(output or os.devnull, "wb") as answer, tempfile.TemporaryFile() as errors:
            try:
                subprocess.run([self.measure_child, str(writer), *command], stdin=subprocess.DEVNULL,
                               stdout=answer, stderr=errors, pass_fds=(writer,), env=self.environment)
            finally:
                os.close(writer)
            with os.fdopen(reader) as report:
                line = report.read().split()
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip()
        name = os.path.basename(command[0])
        if len(line) != 5:
            raise Failure(f"{name}: measure-child gave no report: {said[-400:]}")
        wall, user, system, peak, status = map(int, line)
        if status not in accept:
            raise Failure(f"{name} {' '.join(subcommand(command))}: exit {status}: {said[-400:] or 'no message'}")
        return Cost(wall / 1e9, user / 1e6, system / 1e6, peak * 1024)


def subcommand(command):
    """The words that say what was asked, without the paths: enough for an error message."""
    return [word for word in command[1:] if "/" not in word and not word.startswith("--log")][:4]
