"""Every game keeps the contract of `engine/game/contract.py`."""

import copy
import pickle

import numpy as np
import pytest
from support import GAMES, every_game

from africana_env.engine.editions.editions import edition_names, load_edition
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.game.state import STATE_HEADER
from africana_env.engine.process.errors import UserError

RECORDS = {f"{game.name} {kind}": getattr(game, kind) for game in GAMES for kind in ("state_dtype", "tables_dtype")}
RECORDS["generator"] = generator_dtype
every_record = pytest.mark.parametrize("dtype", RECORDS.values(), ids=RECORDS)


@every_record
def test_fields_do_not_hide_behind_methods_of_numpy_records(dtype):
    """`state.round` would be a method in uncompiled code."""
    assert [name for name in dtype.names if hasattr(np.record, name)] == []


@every_record
def test_fields_are_aligned_in_every_row_of_an_array(dtype):
    """A GPU cannot read numbers from other addresses."""
    sizes = {name: dtype.fields[name][0].base.itemsize for name in dtype.names}
    assert [name for name, size in sizes.items() if dtype.fields[name][1] % size] == []
    assert dtype.itemsize % max(sizes.values()) == 0


@every_game
def test_state_begins_with_the_header(game):
    header = np.dtype([(field.name, field.dtype) for field in STATE_HEADER])
    assert list(game.state_fields[: len(STATE_HEADER)]) == STATE_HEADER
    assert game.state_dtype.names[: len(header.names)] == header.names
    assert all(game.state_dtype.fields[name] == header.fields[name] for name in header.names)
    assert game.state_dtype.type is game.tables_dtype.type is np.record


@every_game
def test_state_holds_no_objects_and_no_floats(game):
    """Floats could differ between machines."""
    assert {game.state_dtype.fields[name][0].base.kind for name in game.state_dtype.names} <= set("iu")


@every_game
def test_game_describes_itself(game):
    assert game.name.rsplit("_v", 1)[1].isdigit()
    assert game.default_players in game.players
    assert 1 <= game.default_rounds <= 255
    assert game.score_parts[-1] == "total"
    assert len(set(game.score_parts)) == len(game.score_parts)
    assert game.margin_scale > 0
    assert edition_names(game)
    assert "random" not in game.bots


@every_game
def test_games_and_editions_are_copied_by_reference_and_sent_by_name(game):
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game
    edition = load_edition(game, edition_names(game)[0])
    assert copy.deepcopy(edition) is edition
    assert load_edition(game, edition.name) is edition
    sent = pickle.loads(pickle.dumps(edition))
    assert sent.digest == edition.digest
    assert sent.tables.tobytes() == edition.tables.tobytes()
    assert not sent.tables.flags.writeable


COPIES = {
    "pickle 2": lambda value: pickle.loads(pickle.dumps(value, 2)),
    "pickle 5": lambda value: pickle.loads(pickle.dumps(value, 5)),
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@every_game
def test_the_parts_of_a_game_can_be_copied_and_sent(game, copied):
    for name in (each for each in dir(game) if not each.startswith("_")):
        copied(getattr(game, name))
    spaces = [game.actions, *game.spaces.values()]
    columns = game.entities.space.columns if game.entities else ()
    for space in spaces:
        assert len(copied(space)) == len(space)
        assert [part for _, part in copied(space)] == [part for _, part in space]
    for named in (*(space.starts for space in spaces), *columns):
        assert copied(named)._asdict() == named._asdict()


@every_game
def test_an_edition_that_is_loaded_is_taken_as_it_is(game):
    edition = load_edition(game, edition_names(game)[0])
    assert load_edition(game, edition) is edition
    for other in GAMES:
        if other is not game:
            with pytest.raises(UserError, match=f"edition {edition.name} belongs to {game.name}, not to {other.name}"):
                load_edition(other, edition)
