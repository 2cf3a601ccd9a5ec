"""`python -m training CONFIG ...` is `africana train CONFIG ...`, so that `torchrun -m training` can start it."""

import sys

from africana_env.cli import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
