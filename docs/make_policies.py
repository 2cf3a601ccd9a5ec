"""Write the training tables of docs/policies.md.

    python docs/make_policies.py [runs/baseline_africa ...]

The policies of the named run folders are shipped first, under the first part of the folder's name.
"""

import argparse
import re
from pathlib import Path

import torch
from africana_training.policies.file import TensorFile, load_policy, save_tensors
from africana_training.policies.shipped import POLICIES, SUFFIX, shipped_names
from africana_training.runs.checkpoints import POLICY_FILE

from africana_env import atomic_write
from africana_env.tools.describe import markdown_table

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "policies.md"


def main() -> None:
    """Ship the named policies and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="runs whose policies are shipped first")
    for folder in parser.parse_args().folders:
        ship(folder)
    atomic_write(TARGET, with_tables(TARGET.read_text()).encode())


def ship(folder: Path) -> None:
    """Add the policy of a run to the shipped ones, in half precision."""
    file = TensorFile(folder / POLICY_FILE, "policy")
    tensors = {name: tensor.half() for name, tensor in file.load([torch.float32]).items()}
    name = folder.name.partition("_")[0]
    save_tensors(POLICIES / name / f"{file.metadata['game']}{SUFFIX}", tensors, file.metadata)


def with_tables(page: str) -> str:
    """Return the page with a new table after the heading of each policy."""
    for name in shipped_names():
        heading = f"## `policy:{name}`\n\n"
        before, found, after = page.partition(heading)
        assert found, f"the page lacks the heading {heading.strip()}"
        page = before + heading + about_table(name) + re.sub(r"\A(\|.*\n)*", "\n", after)
    return page


def about_table(name: str) -> str:
    """Return the table of the training of a policy in each game."""
    rows = []
    for path in sorted((POLICIES / name).iterdir()):
        game, _, about = load_policy(path)
        config = f"{name}_{game.name.removesuffix('_v0')}"
        assert (ROOT / "configs" / f"{config}.yaml").is_file()
        players = ", ".join(map(str, about["num_players"]))
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        decisions = f"{about['timesteps'] / 1e6:.0f} million"
        minutes, link = f"{about['seconds'] / 60:.0f}", f"[`{config}`](../configs/{config}.yaml)"
        rows.append((game.title, link, players, decisions, minutes, size))
    return markdown_table(("game", "config (seed 0)", "players in its games", "decisions", "minutes", "file"), rows)


if __name__ == "__main__":
    main()
