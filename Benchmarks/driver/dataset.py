"""The tools compiled from src/, and the events that every system gets."""

import os
import subprocess

from .failure import Failure
from .options import HOME

BUILD = HOME / "build"
SEED = 1
START, END = 1_672_531_200, 1_767_225_600  # 2023-01-01 and 2026-01-01, UTC


def compile_tool(name):
    """The binary of src/NAME.c, compiled when it is missing or older than its source."""
    source, binary = HOME / "src" / f"{name}.c", BUILD / name
    if binary.exists() and binary.stat().st_mtime >= source.stat().st_mtime:
        return binary
    BUILD.mkdir(exist_ok=True)
    # A contracted multiply-add would move timestamps by a millisecond where the processor has one.
    command = [os.environ.get("CC", "cc"), "-std=c11", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-O2",
               "-ffp-contract=off", "-o", str(binary), str(source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise Failure(f"no C compiler: {command[0]} (set CC)", status=2) from None
    if done.returncode != 0:
        raise Failure(f"cannot compile {name}.c: {done.stderr.strip()}", status=2)
    return binary


def events_file(folder, events):
    """The file of JSON lines in `folder`, made when it isn't there. A half-made one never gets its name."""
    path = folder / f"events-{events}.jsonl"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        with open(partial, "wb") as output:
            done = subprocess.run([compile_tool("generate-events"), str(events), str(SEED), str(START), str(END)],
                                  stdout=output)
        if done.returncode != 0:
            partial.unlink()
            raise Failure("the events could not be made")
        partial.rename(path)
    return path


def first_lines(source, destination, lines):
    """Writes the first `lines` lines of `source` to `destination`."""
    with open(source, "rb") as reading, open(destination, "wb") as writing:
        for _ in range(lines):
            writing.write(reading.readline())
    return destination


def warm(path):
    """Reads a file once, so that no measurement pays for the disk."""
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 22)
        while file.readinto(buffer):
            pass
