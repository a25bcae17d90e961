"""Fills a log's active segment with ten-event frames, as months of small appends would.

Plug in a cheaper way with `--fill-command COMMAND`: it is run as `COMMAND LOG EVENTS-FILE` and must leave LOG with
an active segment that is nearly full of ten-event frames. Without it, one evlog reads a pipe that gets ten lines,
then nothing until they are in the file; where that doesn't work, ten-line files are appended by one process each.
"""

import itertools
import os
import shlex
import subprocess
import time
from dataclasses import dataclass

from .evlog import log_sizes, segment_files, used_bytes
from .failure import Failure

LINES_A_FRAME = 10
MOST_PROCESSES = 2_500
MOST_FRAMES = 200_000
# Where nothing shows how long a segment may become.
FRAMES_WITHOUT_SIZE = 20_000
# Kept free for the appends that are measured afterwards.
ROOM_LEFT = 64 << 10
PATIENCE_SECONDS = 1.0


@dataclass
class Filled:
    """`frames` is what was sent, or None where a command did it; `events` is what the log answers with; `segment`
    is the active file's size, preallocated room included.
    """

    how: str
    frames: int
    events: int
    used: int
    segment: int


def fill(context, log):
    """Fills `log` (which must not exist yet) and says how far it came."""
    if context.options.fill_command:
        how, frames = "command", run_command(context, log)
    else:
        how, frames = "pipe", fill_by_pipe(context, log)
        if frames is None:
            log = context.fresh_log(log.name)
            how, frames = "processes", fill_by_processes(context, log)
    active = segment_files(log)[-1]
    filled = Filled(how, frames, context.evlog.count(log, context.answer), used_bytes(active),
                    context.options.segment_bytes or os.stat(active).st_size)
    if frames is not None and filled.events < frames * LINES_A_FRAME:
        raise Failure(f"filling a log: {filled.events} of {frames * LINES_A_FRAME} events are in it")
    return filled


def room(context, log):
    """How many bytes of the active segment to fill, from a log that has just begun; None where nothing shows it,
    because the file grows with what is written.
    """
    active = segment_files(log)[-1]
    size = context.options.segment_bytes or os.stat(active).st_size
    if size - used_bytes(active) <= ROOM_LEFT:
        context.note("the active segment isn't preallocated; give its full size with --segment-bytes")
        return None
    return size - ROOM_LEFT


def frames_of_lines(context):
    """Endless ten-line pieces of the events."""
    while True:
        with open(context.source, "rb") as lines:
            while True:
                piece = b"".join(itertools.islice(lines, LINES_A_FRAME))
                if piece.count(b"\n") < LINES_A_FRAME:
                    break
                yield piece


def fill_by_pipe(context, log):
    """Frames sent, or None if evlog doesn't commit every ten lines as they come."""
    context.evlog.append_one(log)  # makes the segment whose growth is watched
    goal = room(context, log)
    command = [str(context.evlog.binary), "--log", str(log), "append", "--file", "-", "--batch-size",
               str(LINES_A_FRAME), "--format", "json"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=context.launcher.environment)
    watch = Growth(segment_files(log)[-1])
    frames = 0
    try:
        most = MOST_FRAMES if goal else FRAMES_WITHOUT_SIZE
        for piece in itertools.islice(frames_of_lines(context), most):
            process.stdin.write(piece)
            process.stdin.flush()
            if not watch.wait():
                break
            frames += 1
            if frames % 5_000 == 0:
                context.progress(f"filling a segment: {frames} frames, {watch.end} bytes")
            if goal and watch.end >= goal:
                break
    except BrokenPipeError:
        frames = 0
    finally:
        watch.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        status = process.wait()
    return frames if status == 0 and frames > 0 and not watch.gave_up else None


class Growth:
    """Watches the end of what is written in a file, preallocated or not."""

    WINDOW = 1 << 16

    def __init__(self, path):
        self.path = path
        self.descriptor = os.open(path, os.O_RDONLY)
        self.end = used_bytes(path)
        self.gave_up = False

    def wait(self):
        """True when bytes have come after the last known end."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            written = os.pread(self.descriptor, self.WINDOW, self.end).rstrip(b"\0")
            if written:
                self.end += len(written)
                return True
            time.sleep(0.00005)
        self.gave_up = True
        return False

    def close(self):
        os.close(self.descriptor)


def fill_by_processes(context, log):
    piece_path = context.scratch / "ten-lines.jsonl"
    pieces = frames_of_lines(context)
    for frames in range(1, MOST_PROCESSES + 1):
        piece_path.write_bytes(next(pieces))
        context.evlog.append_file(log, piece_path, LINES_A_FRAME, context.answer)
        if frames == 1:
            goal = room(context, log)
        if frames % 100 == 0 and goal and used_bytes(segment_files(log)[-1]) >= goal:
            return frames
    context.note(f"filling stopped at {MOST_PROCESSES} processes: the segment is not full")
    return MOST_PROCESSES


def run_command(context, log):
    command = [*shlex.split(context.options.fill_command), str(log), str(context.source)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, env=context.launcher.environment)
    if done.returncode != 0:
        raise Failure(f"the fill command ended with {done.returncode}")
    return None


def bytes_an_event(log, filled):
    used, _ = log_sizes(log)
    return used / filled.events
