"""Writes docs/policies.md: what the shipped policies are, and how they fare against the rungs of the ladder.

    python docs/make_policies.py [runs/baseline_africa ...] [--only baseline]

Run folders that are named are shipped before, as the policies that their configs are called after. It takes some
twenty minutes for each policy and edition.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from africana_env import __version__, atomic_write, load_game, make_bot
from africana_env.arena.evaluate import Result, match_result, play_match
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.engine.edition_sets import OUT_OF_DISTRIBUTION, held_out_set
from africana_env.engine.editions import load_editions
from africana_env.tools.describe import markdown_table
from training.networks.registry import reads_entities
from training.policies.file import TensorFile, load_policy, save_tensors
from training.policies.shipped import POLICIES, SUFFIX, policy_path, shipped_names
from training.runs.checkpoints import POLICY_FILE

RUNGS = {"random": (250, 100), "greedy": (1000, 250), "search:50": (200, 50), "search:200": (100, 25)}
"""How many deals with two players and with four, each from every seat."""
PLAYERS = (2, 4)
SEED = 7
ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "policies.md"
RESULTS = ROOT / "runs" / "policies"
"""Where results are kept: what was stopped goes on."""

PAGE = """# The policies that come with the package

`policy:NAME` is a bot in every game and with every number of players: on the command line, as
`opponents="policy:NAME"` of the Gymnasium environments, in `africana play`, as an opponent or expert in training. It
needs the extra `train`. `policy:NAME,temperature=0` always takes the likeliest action.

Made by `python docs/make_policies.py` with version {version}. The policy holds one seat, the bot all others, and every
deal is played from every seat. The tables give its share of the wins with a 95 % interval over deals; equal bots have
50 % with two players and 25 % with four. `generalist` plays any edition: it learned on ever new ones, drawn at random
from [`generated:0-999999`](generated-editions.md), and never saw those of its tables. `baseline` knows `reconstructed`
alone, and in Africana it is lost elsewhere. None of these editions is the printed game. The policies were trained
beside other work, so the minutes say little.
"""


def main() -> None:
    """Ship what is named, play the matches and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="runs whose policies are shipped before")
    parser.add_argument("--only", choices=shipped_names(), help="the policy whose sections are made anew")
    options = parser.parse_args()
    for folder in options.folders:
        ship(folder)
    sections = {name: section_of(name) for name in shipped_names() if options.only in (None, name)}
    parts = [PAGE.format(version=__version__).rstrip()]
    for name in shipped_names():
        parts.append(sections[name] if name in sections else old_section(name))
    parts += ["## Where next", "[Training](training.md) one of your own; [the ladder](ladder.md) of the other bots."]
    atomic_write(TARGET, ("\n\n".join(parts) + "\n").encode())


def section_of(name: str) -> str:
    """What the page says of a policy."""
    parts = [f"## `policy:{name}`", about_table(name)]
    for edition, rungs in editions_of(name).items():
        for players in PLAYERS:
            parts += [f"### {players} players on `{edition}`", results_table(name, players, edition, rungs)]
    return "\n\n".join(parts)


def old_section(name: str) -> str:
    """What the page says of a policy already."""
    heading = f"## `policy:{name}`\n"
    return heading + TARGET.read_text().partition(heading)[2].partition("\n## ")[0].rstrip()


def ship(folder: Path) -> None:
    """Put the policy of a run beside the others, with half as many digits and so half as large."""
    file = TensorFile(folder / POLICY_FILE, "checkpoint")
    tensors = {name: tensor.half() for name, tensor in file.load([torch.float32]).items()}
    name = folder.name.partition("_")[0]
    save_tensors(POLICIES / name / f"{file.metadata['game']}{SUFFIX}", tensors, file.metadata)


def about_table(name: str) -> str:
    """What each policy was trained by."""
    rows = []
    for path in sorted((POLICIES / name).iterdir()):
        game, _, about = load_policy(path)
        config = f"configs/{name}_{game.name.removesuffix('_v0')}.yaml"
        assert (ROOT / config).is_file()
        players = ", ".join(map(str, about["num_players"]))
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        decisions = f"{about['timesteps'] / 1e6:.0f} million"
        rows.append((game.title, f"[{config}](../{config})", players, decisions, f"{about['seconds'] / 60:.0f}", size))
    return markdown_table(("game", "config (seed 0)", "players in its games", "decisions", "minutes", "file"), rows)


def editions_of(name: str) -> dict[str, Sequence[str]]:
    """The editions on which policies of this name are measured, and against which rungs: those that play any edition
    first on some that nobody learned from."""
    _, network, _ = load_policy(next((POLICIES / name).iterdir()))
    every = {"reconstructed": list(RUNGS)}
    if not reads_entities(network):
        return every
    return {held_out_set(): list(RUNGS), held_out_set(OUT_OF_DISTRIBUTION): ["random", "greedy"], **every}


def results_table(name: str, players: int, edition: str, rungs: Sequence[str]) -> str:
    """How each policy fares against these rungs."""
    rows = []
    for path in sorted((POLICIES / name).iterdir()):
        game, _, _ = load_policy(path)
        results = [result_of(f"policy:{name}", rung, game.name, players, edition) for rung in rungs]
        rows.append((game.title, *map(share_text, results)))
    games = [RUNGS[rung][PLAYERS.index(players)] * players for rung in rungs]
    return markdown_table(("", *(f"`{rung}`, {number} games" for rung, number in zip(rungs, games, strict=True))), rows)


def result_of(bot: str, rung: str, name: str, players: int, edition: str) -> Result:
    """A policy alone against a rung; a result that is there already is not made anew."""
    game, deals = load_game(name), RUNGS[rung][PLAYERS.index(players)]
    file = hashlib.sha256(Path(policy_path(bot.partition(":")[2], game)).read_bytes()).hexdigest()[:16]
    kept = RESULTS / f"{file}-{players}-{edition}-{rung}-{deals}.json".replace(":", "-")
    if kept.is_file():
        found = json.loads(kept.read_text())
        return Result(**{**found, "ci95": tuple(found["ci95"])})
    rows = min(MAX_ROWS, deals * players)
    seats = [make_bot(bot, game, rows), *[make_bot(rung, game, rows)] * (players - 1)]
    print(f"{name}, {players} players on {edition}: {rung}", flush=True)
    result = match_result(rung, play_match(game, seats, load_editions(game, edition), deals, SEED, rows))
    RESULTS.mkdir(parents=True, exist_ok=True)
    atomic_write(kept, json.dumps(asdict(result)).encode())
    return result


def share_text(result: Result) -> str:
    """A share with its interval."""
    low, high = result.ci95
    return f"{result.win_rate:.1%} ({100 * low:.1f} to {100 * high:.1f})".replace("%", " %", 1)


if __name__ == "__main__":
    main()
