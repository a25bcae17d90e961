"""Fills a log's active segment with ten-event frames, as months of small appends would: one evlog reads a pipe
that gets ten lines, then nothing until they are in the file. `evlog stats` then says how many frames there are.
"""

import itertools
import os
import subprocess
import time
from dataclasses import dataclass

from .evlog import log_sizes, segment_files, used_bytes
from .failure import Failure

LINES_A_FRAME = 10
MOST_FRAMES = 200_000
# Kept free for the appends that are measured afterwards.
ROOM_LEFT = 64 << 10
PATIENCE_SECONDS = 5.0


@dataclass
class Filled:
    """What the log says that it holds; `used` of the `segment` bytes of its active segment are written."""

    frames: int
    events: int
    used: int
    segment: int


def fill(context, log):
    """Fills `log` (which must not exist yet) and says how far it came."""
    sent = fill_by_pipe(context, log)
    stats = context.evlog.stats(log, context.answer)
    frames, events = stats["frames"], stats["records"]
    # One more event: the one that made the log. A frame may be seen before all of it is there, and two pieces
    # then be taken for one.
    if events != sent * LINES_A_FRAME + 1 or frames < 0.999 * sent:
        raise Failure(f"filling a log: {sent} pieces of {LINES_A_FRAME} lines became {events} events in {frames} frames")
    return Filled(frames, events, used_bytes(segment_files(log)[-1]), context.options.segment_bytes)


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
    """The number of ten-line pieces that were sent."""
    context.evlog.append_one(log)  # makes the segment whose growth is watched
    goal = context.options.segment_bytes - ROOM_LEFT
    command = [str(context.evlog.binary), "--log", str(log), "append", "--file", "-", "--batch-size",
               str(LINES_A_FRAME), "--format", "json"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               env=context.launcher.environment)
    watch = Growth(segment_files(log)[-1])
    sent = 0
    try:
        for piece in itertools.islice(frames_of_lines(context), MOST_FRAMES):
            process.stdin.write(piece)
            process.stdin.flush()
            watch.wait()
            sent += 1
            if sent % 5_000 == 0:
                context.progress(f"filling a segment: {sent} frames, {watch.end} bytes")
            if watch.end >= goal:
                break
    except BrokenPipeError:
        pass  # its exit status says why
    finally:
        watch.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        status = process.wait()
    if status != 0:
        raise Failure(f"filling a log: evlog ended with {status}")
    return sent


class Growth:
    """Watches the end of what is written in a file, preallocated or not."""

    WINDOW = 1 << 16

    def __init__(self, path):
        self.path = path
        self.descriptor = os.open(path, os.O_RDONLY)
        self.end = used_bytes(path)

    def wait(self):
        """Returns once bytes have come after the last known end."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            written = os.pread(self.descriptor, self.WINDOW, self.end).rstrip(b"\0")
            if written:
                self.end += len(written)
                return
            time.sleep(0.00005)
        raise Failure(f"filling a log: nothing was written in {PATIENCE_SECONDS:g} s")

    def close(self):
        os.close(self.descriptor)


def bytes_an_event(log, filled):
    used, _ = log_sizes(log)
    return used / filled.events
