"""The command line, `africana`: a module for each command. Other packages add commands by entry points, as
`africana_training` does with `train`."""

from africana_env.cli.command_line import main

__all__ = ["main"]
