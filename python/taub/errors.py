"""The one exception of this package."""


class Error(Exception):
    """What was asked for is not there or cannot be read; the message names the file and what to do."""
