"""Ids of the games in the registries of Gymnasium and PettingZoo."""


def gymnasium_id(name: str) -> str:
    """The id of the game called `name`: `africana_env/Africana-v0` for `africana_v0`."""
    title, version = name.rsplit("_", 1)
    return f"africana_env/{title.title().replace('_', '')}-{version}"


def pettingzoo_id(name: str) -> str:
    """The id of the game called `name`, spelled as PettingZoo's own: `africana_env/africana-v0` for `africana_v0`."""
    return f"africana_env/{'-'.join(name.rsplit('_', 1))}"
