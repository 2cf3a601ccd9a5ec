"""`python -m africana_training CONFIG ...` is `africana train CONFIG ...`, for `torchrun -m africana_training`."""

import sys

from africana_env.cli import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
