"""Writes shipped policies and datasets as repositories for Hugging Face's Hub, with cards. Nothing is uploaded."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import yaml

from africana_env import Game, UserError, atomic_write, load_game
from africana_env.data.manifest import Manifest, load_manifest
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import file_errors
from africana_env.tools.describe import markdown_table
from africana_training.config.file import shipped_configs
from africana_training.policies.file import Description, describe_policy
from africana_training.policies.shipped import GENERALIST, POLICIES, SUFFIX

CARDS = Path(__file__).parent / "cards"
CARD, CONFIG, WEIGHTS = "README.md", "config.yaml", f"policy{SUFFIX}"
OPPONENTS = ("greedy", "search:50", "search:200")
"""Bots whose matches with a policy are on its card."""
SHARED = {"license": "mit", "library_name": "africana-env"}
TAGS = ["reinforcement-learning", "board-games", "imperfect-information", "multi-agent", "africana-env"]


class Measured(NamedTuple):
    """A measurement of a policy on the ladder."""

    setting: str
    """Such as `2 players` or `2 players, generated editions`."""
    what: str
    name: str
    """Of the metric in the card's metadata."""
    value: float
    ci95: tuple[float, float]
    deals: int | None


def publish(folder: Path, results: Path, datasets: Sequence[Path] = ()) -> list[Path]:
    """Write each shipped policy to `folder/GAME-NAME` (weights, card, config) and each dataset to `folder/NAME`
    (files, card); return the folders. `results` is a folder of `africana ladder`. Raises `UserError` if there are no
    results, for a folder that is no dataset, for two datasets of one name, and for what cannot be written."""
    written = []
    manifests = [load_manifest(dataset) for dataset in datasets]
    names = [dataset.resolve().name for dataset in datasets]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"two datasets are called {format_name(name)}: publish one of them to another folder")
    cards = {path: policy_card(path, results) for path in sorted(POLICIES.glob(f"*/*{SUFFIX}"))}
    with file_errors(f"cannot write to {format_name(folder)}"):
        for path, text in cards.items():
            target = folder / f"{path.stem}-{path.parent.name}"
            target.mkdir(parents=True, exist_ok=True)
            atomic_write(target / CARD, text.encode())
            atomic_write(target / CONFIG, config_of(path).read_bytes())
            atomic_write(target / WEIGHTS, path.read_bytes())
            written.append(target)
        for dataset, name, manifest in zip(datasets, names, manifests, strict=True):
            target = folder / name
            shutil.copytree(dataset, target, dirs_exist_ok=True)
            atomic_write(target / CARD, dataset_card(manifest).encode())
            written.append(target)
    return written


def config_of(path: Path) -> Path:
    """The config that trains such a policy."""
    return shipped_configs()[f"{path.parent.name}_{path.stem.removesuffix('_v0')}"]


# Policies


def policy_card(path: Path, results: Path) -> str:
    """The card of the shipped policy in a file: metadata in YAML, then Markdown."""
    policy, about = path.parent.name, describe_policy(path)
    game = about.game
    found = [*measurements(game, f"policy:{policy}", results)]
    values = {
        "policy": policy,
        "title": game.title,
        "game": game.name,
        "edition": about.about["edition"],
        "everywhere": " and plays any edition" if policy == GENERALIST else "",
        "training": training_table(about),
        "evaluation": evaluation_table(found),
        "features": len(game.observation),
        "actions": len(game.actions),
    }
    metadata = {
        **SHARED,
        "pipeline_tag": "reinforcement-learning",
        "tags": [*TAGS, game.name],
        "model-index": [{"name": f"{game.name}-{policy}", "results": model_results(game, found)}],
    }
    return card(metadata, "policy", values)


def training_table(description: Description) -> str:
    """The training, as the policy's file describes it."""
    about = description.about
    rows = [
        ("network", f"{description.network}, layers {', '.join(map(str, description.layers))}"),
        ("decisions", f"{about['timesteps']:,}"),
        ("minutes", f"{about['seconds'] / 60:.0f}"),
        ("players in its games", ", ".join(map(str, about["num_players"]))),
        ("edition", f"{about['edition']} (digest {about['edition_digest']})"),
        ("reward", about["reward"]),
    ]
    return markdown_table(("", ""), rows)


def measurements(game: Game, bot: str, results: Path) -> Iterator[Measured]:
    """Yield a bot's results on the ladder: win rates with one seat, and ratings."""
    files = sorted(results.glob(f"{game.name}-*/result.json"))
    if not files:
        advice = "use --results docs/ladder, or run africana ladder"
        raise UserError(f"{format_name(results)} has no results for {game.name}: {advice}")
    for file in files:
        content = json.loads(file.read_text(encoding="utf-8"))
        *kind, players = file.parent.name.removeprefix(f"{game.name}-").split("-")
        setting = f"{players.removesuffix('p')} players" + "".join(f", {word} editions" for word in kind)
        for opponent in OPPONENTS:
            for pair in content["pairs"]:
                share, (low, high) = pair["share"], pair["ci95"]
                if (pair["a"], pair["b"]) == (opponent, bot) and players == "2p":
                    share, low, high = 1 - share, 1 - high, 1 - low
                elif (pair["a"], pair["b"]) != (bot, opponent):
                    continue
                yield Measured(setting, f"wins against {opponent}", "win_rate", share, (low, high), pair["deals"])
        for rated in content["ratings"]:
            if rated["bot"] == bot:
                yield Measured(setting, "rating, greedy 1000", "elo", rated["rating"], tuple(rated["ci95"]), None)


def evaluation_table(found: Sequence[Measured]) -> str:
    """Measurements for people. A deal is played once from each seat."""
    rows = []
    for one in found:
        shown = "{:.1%}" if one.name == "win_rate" else "{:.0f}"
        value, low, high = map(shown.format, (one.value, *one.ci95))
        rows.append((one.setting, one.what, value, f"{low} to {high}", "" if one.deals is None else f"{one.deals:,}"))
    return markdown_table(("setting", "measure", "value", "95 % interval", "deals"), rows)


def model_results(game: Game, found: Sequence[Measured]) -> list[dict[str, Any]]:
    """Measurements as the `results` of a `model-index`, by setting."""
    settings = dict.fromkeys(one.setting for one in found)
    return [
        {
            "task": {"type": "reinforcement-learning"},
            "dataset": {"name": f"{game.title}, {setting}", "type": game.name},
            "metrics": [
                {"type": one.name, "name": one.what, "value": round(one.value, 4)}
                for one in found
                if one.setting == setting
            ],
        }
        for setting in settings
    ]


# Datasets


def dataset_card(manifest: Manifest) -> str:
    """The card of a dataset: metadata in YAML, then Markdown."""
    game, bots = load_game(manifest.game), ", ".join(bot for bot, _ in manifest.bots)
    games = sum(part.games for part in manifest.parts)
    values = {
        "title": game.title,
        "bots": bots,
        "games": f"{games:,}",
        "players": manifest.num_players,
        "edition": manifest.edition,
        "decisions": f"{sum(part.decisions for part in manifest.parts):,}",
        "version": manifest.version,
        "seed": manifest.seed,
        "rounds": manifest.max_rounds,
    }
    metadata = {
        "license": "mit",
        "pretty_name": f"{game.title}: games of {bots}",
        "task_categories": ["reinforcement-learning"],
        "size_categories": [size_category(games)],
        "tags": [*TAGS, game.name],
        "viewer": False,  # it shows no .npz
    }
    return card(metadata, "dataset", values)


def size_category(number: int) -> str:
    """The Hub's name for a number of rows."""
    bounds = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    place = sum(number >= 10 ** (3 + power) for power in range(len(bounds)))
    if place == 0:
        return "n<1K"
    return f"{bounds[place - 1]}<n<{bounds[place]}" if place < len(bounds) else "n>1B"


def card(metadata: dict[str, Any], name: str, values: dict[str, Any]) -> str:
    """A card: the metadata between lines of dashes, and the text of `cards/NAME.md` with these values."""
    text = Template((CARDS / f"{name}.md").read_text(encoding="utf-8")).substitute(values)
    return f"---\n{yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True)}---\n\n{text}"
