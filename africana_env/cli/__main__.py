"""The program `africana`, which is also `python -m africana_env.cli`."""

import os
import sys
from contextlib import suppress

from africana_env.cli.command_line import main
from africana_env.play.threads import any_at_work


def run() -> int:
    """Run the command that this process was given; returns the exit status. The process ends at once if a bot still
    thinks: Python would end the bot's thread by unwinding it, and native code such as PyTorch's aborts then."""
    status = main()
    if any_at_work():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(run())
