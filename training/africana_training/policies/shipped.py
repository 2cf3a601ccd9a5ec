"""The policies that come with the package: `policies/NAME/GAME.safetensors`, each for all numbers of players."""

from pathlib import Path

from africana_env import Game, UserError
from africana_env.bots.registry import parse_spelling

POLICIES = Path(__file__).parent / "weights"
SUFFIX = ".safetensors"
POLICY_BOT = "policy"
"""The kind of the bots that are policies, and the option of a search that one guides."""
SEARCH_BOT = "search"
GENERALIST = "generalist"
"""The policy that plays any edition."""


def shipped_names() -> list[str]:
    """The names of the shipped policies."""
    return sorted(path.name for path in POLICIES.glob("*") if path.is_dir())


def policy_in(bot: str) -> str | None:
    """The policy that decides for the bot of a spelling, or that guides its search, as `policy:PATH` names it; None if
    none does."""
    name, argument, options = parse_spelling(bot)
    if name == POLICY_BOT:
        return argument
    return options.get(POLICY_BOT) if name == SEARCH_BOT else None


def policy_path(name: str, game: Game) -> str:
    """The file that `policy:NAME` means: a shipped policy's, or the one of this path. Raises `UserError` if there is a
    shipped policy of this name, but none for this game."""
    if name not in shipped_names():
        return name
    path = POLICIES / name / f"{game.name}{SUFFIX}"
    if not path.is_file():
        raise UserError(f"no policy {name} comes with {game.name}: name a file, policy:PATH")
    return str(path)
