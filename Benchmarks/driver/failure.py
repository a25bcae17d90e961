"""The one exception that ends a run with a message instead of a traceback."""


class Failure(Exception):
    """`status` is the exit status: 1 for a failed run, 2 for one that could not start."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status
