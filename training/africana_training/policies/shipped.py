"""The shipped policies: `weights/NAME/GAME.safetensors`, each for all numbers of players."""

from pathlib import Path

from africana_env import Game, UserError

POLICIES = Path(__file__).parent / "weights"
SUFFIX = ".safetensors"
GENERALIST = "generalist"
"""The shipped policy that plays any edition."""


def shipped_names() -> list[str]:
    return sorted(path.name for path in POLICIES.glob("*") if path.is_dir())


def policy_path(name: str, game: Game) -> str:
    """Return the file of `policy:NAME`: a shipped policy's, or `name` itself as a path. Raises `UserError` if the
    shipped policy of this name does not play this game."""
    if name not in shipped_names():
        return name
    path = POLICIES / name / f"{game.name}{SUFFIX}"
    if not path.is_file():
        raise UserError(f"there is no shipped policy {name} for {game.name}: name a file, policy:PATH")
    return str(path)
