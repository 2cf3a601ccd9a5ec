"""The program `africana`, also `python -m africana_env.cli`."""

import os
import sys
from contextlib import suppress

from africana_env.cli.command_line import main
from africana_env.play.threads import any_running


def run() -> int:
    """Run the command of this process and return the exit status. Exit at once if a bot is still thinking: Python would
    unwind the bot's thread, which makes native code such as PyTorch's abort."""
    status = main()
    if any_running():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(run())
