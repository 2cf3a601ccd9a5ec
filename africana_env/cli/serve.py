"""`africana serve`."""

import argparse
from typing import Any

from africana_env.cli.play import add_table, begin


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
    from africana_env.play.server import listen, serve

    with listen(options.host, options.port or 0) as listening:  # first: a session writes its file
        serve(begin(options), options.host, listening, open_browser=False, for_agents=True)
