"""`africana serve`."""

import argparse
from typing import Any

from africana_env.cli.play import add_table, serve_table


def add_command(commands: Any) -> None:
    """`africana serve`."""
    parser = commands.add_parser(
        "serve", help="a table at which agents elsewhere play, by HTTP or MCP, and people, too"
    )
    add_table(parser)
    parser.set_defaults(run=run, goes_on="")


def run(options: argparse.Namespace) -> None:
    from africana_env.engine.extras import check_extra

    check_extra("serve", "africana serve")
    serve_table(options, open_browser=False, for_agents=True)
