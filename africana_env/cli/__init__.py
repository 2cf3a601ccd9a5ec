"""The command line `africana`. Other packages add commands by entry points: `africana_training` adds `train`."""

from africana_env.cli.command_line import main

__all__ = ["main"]
