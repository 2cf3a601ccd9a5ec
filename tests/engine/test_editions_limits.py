"""An edition limits the players and the length of its games."""

import pytest
from support import SETTINGS, Setting

from africana_env import Batch, UserError, load_edition

MINIS = [setting for setting in SETTINGS if setting.edition == "mini"]
every_mini = pytest.mark.parametrize("setting", MINIS, ids=str)


def with_head(setting: Setting, tmp_path, lines: str) -> str:
    """Return the path of an edition with these lines in `[edition]` instead of its limits."""
    text = (setting.game.folder / "editions" / f"{setting.edition}.toml").read_text()
    kept = [line for line in text.splitlines() if not line.startswith(("players = [", "max_rounds = "))]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(kept).replace("format = 1", f"format = 1\n{lines}"))
    return str(path)


@every_mini
def test_other_numbers_of_players_are_refused(setting):
    counts = list(load_edition(setting.game, "mini").player_counts(setting.game))
    message = " or ".join(map(str, counts))
    for players in {*setting.game.players} - {*counts}:
        with pytest.raises(UserError, match=rf"^the edition mini is for {message} players, not {players}$"):
            Batch(setting.game, 1, players, "mini")
    assert Batch(setting.game, 1, None, "mini").num_players in counts


def test_the_edition_limits_the_rounds():
    setting = next(setting for setting in MINIS if setting.game.name == "africana_v0")
    assert [setting.batch(max_rounds=rounds).max_rounds for rounds in (1, 2, 100)] == [1, 2, 2]
    batch = setting.batch()
    batch.reset(0)
    while batch.running[0]:
        batch.step(batch.action_mask.argmax(1))
    assert batch.states["round_number"][0] <= 2


@every_mini
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("players = 2", r"players must be a list of some of COUNTS, not 2"),
        ("players = []", r"players must be a list of some of COUNTS, not \[\]"),
        ("players = [true]", r"players must be a list of some of COUNTS, not \[True\]"),
        ("players = [1, 2]", r"players must be some of COUNTS, each once and in order, not \[1, 2\]"),
        ("players = [2, 2]", r"players must be some of COUNTS, each once and in order, not \[2, 2\]"),
        ("players = [2]\nmax_rounds = 0", r"max_rounds must be a whole number from 1 to 255, not 0"),
    ],
)
def test_limits_that_make_no_sense_are_faults(setting, tmp_path, line, reason):
    reason = reason.replace("COUNTS", ", ".join(map(str, setting.game.players)))
    with pytest.raises(UserError, match=rf"^.*mine\.toml:\d+: {reason}$"):
        load_edition(setting.game, with_head(setting, tmp_path, line))
