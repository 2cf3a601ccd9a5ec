"""`python -m africana_env.cli` is `africana`."""

import sys

from africana_env.cli.command_line import main

if __name__ == "__main__":
    sys.exit(main())
