"""The policies that come with the package: `policies/NAME/GAME.safetensors`, each for all numbers of players."""

from pathlib import Path

from africana_env import Game, UserError

POLICIES = Path(__file__).parent / "weights"
SUFFIX = ".safetensors"
GENERALIST = "generalist"
"""The policy that plays any edition."""


def shipped_names() -> list[str]:
    """The names of the shipped policies."""
    return sorted(path.name for path in POLICIES.glob("*") if path.is_dir())


def policy_path(name: str, game: Game) -> str:
    """The file that `policy:NAME` means: a shipped policy's, or the one of this path. Raises `UserError` if there is a
    shipped policy of this name, but none for this game."""
    if name not in shipped_names():
        return name
    path = POLICIES / name / f"{game.name}{SUFFIX}"
    if not path.is_file():
        raise UserError(f"no policy {name} comes with {game.name}: name a file, policy:PATH")
    return str(path)
