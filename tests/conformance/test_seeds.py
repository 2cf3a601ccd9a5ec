"""A seed is a deal: it begins the same game in every API."""

import gymnasium
import numpy as np
import pytest
from support import FirstLegal, every_game, module_of

from africana_env import Batch, GameRecord, UserError
from africana_env.api.metadata import gymnasium_id

SEEDS = [0, 5, 2**64 - 1]


def ways(game, players=2):
    """Return the environments of a game by name; other seats take the first legal action."""
    module, others = module_of(game), {"num_players": players, "max_rounds": 2}
    learner = others | {"opponents": FirstLegal()}
    return {
        "AEC": module.raw_env(**others),
        "checked AEC": module.env(**others),
        "parallel": module.parallel_env(**others),
        "Gymnasium": gymnasium.make(gymnasium_id(game.name), **learner),
        "vector": gymnasium.make_vec(gymnasium_id(game.name), 1, **learner),
    }


def batch_of(env):
    """Return the batch of an environment."""
    return getattr(env, "aec", env).unwrapped.batch


def first_game(game, seed):
    """Return the first position of a batch with this seed."""
    batch = Batch(game, 1, 2, max_rounds=2)
    batch.reset_to(seed)
    return batch.states.tobytes()


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_the_same_deal_in_every_api(game, seed):
    for name, env in ways(game).items():
        env.reset(seed=seed)
        assert batch_of(env).states.tobytes() == first_game(game, seed), name


@every_game
def test_games_without_a_seed_are_those_that_follow_the_last_seed_in_every_api(game):
    following = {}
    for name, env in ways(game).items():
        env.reset(seed=5)
        seeds = []
        for _ in range(3):
            env.reset()
            seeds.append(int(batch_of(env).seeds[0]))
        following[name] = seeds
    assert len({tuple(seeds) for seeds in following.values()}) == 1
    assert len(set(following["AEC"])) == 3


@every_game
def test_the_games_of_a_vector_environment_have_successive_seeds(game):
    vector = gymnasium.make_vec(gymnasium_id(game.name), 3, num_players=2, max_rounds=2)
    vector.reset(seed=5)
    states = vector.unwrapped.batch.states
    assert [states[row].tobytes() for row in range(3)] == [first_game(game, seed) for seed in (5, 6, 7)]
    vector.reset(seed=[9, None, 1])
    assert [states[row].tobytes() for row in (0, 2)] == [first_game(game, seed) for seed in (9, 1)]


@every_game
def test_openspiels_seed_bytes_are_the_seed(game):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from africana_env.api.openspiel import short_name

    state = pyspiel.load_game(short_name(game), {"players": 2, "max_rounds": 2}).new_initial_state()
    for byte in (2**64 - 3).to_bytes(8):
        state.apply_action(byte)
    assert state._position == first_game(game, 2**64 - 3)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_decisions_make_the_same_record_in_every_api(game, seed):
    records = []
    for name in ("AEC", "Gymnasium"):
        env = ways(game)[name]
        env.reset(seed=seed)
        batch = batch_of(env)
        while batch.running[0]:
            env.step(int(batch.action_mask[0].argmax()))
        records.append(env.unwrapped.record())
    assert records[0] == records[1]
    assert isinstance(records[0], GameRecord)
    assert records[0].seed == seed
    *_, last = records[0].replay(game)
    assert not last.running[0]


@every_game
def test_unknown_options_of_reset_are_refused(game):
    """By Gymnasium's environments; PettingZoo's test itself passes an unknown option."""
    for name in ("Gymnasium", "vector"):
        env = ways(game)[name]
        for nothing in (None, {}):
            env.reset(seed=1, options=nothing)
        before = batch_of(env).states.tobytes()
        with pytest.raises(UserError, match=r"^unknown option 'board': "):
            env.reset(seed=2, options={"board": "mini"})
        with pytest.raises(UserError, match="options must be a dictionary, not 3"):
            env.reset(seed=2, options=3)
        assert batch_of(env).states.tobytes() == before
    with pytest.raises(UserError, match=r"^unknown option 'mask': use reset_mask"):
        env.reset(options={"mask": np.ones(1, np.bool_)})
