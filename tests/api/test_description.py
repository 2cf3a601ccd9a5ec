"""The descriptions of every environment: actions, observation fields, and itself."""

import gymnasium
import numpy as np
import pytest
from support import every_game, module_of

from africana_env import UserError, load_edition
from africana_env.api.metadata import gymnasium_id


def ways(game, **options):
    """Every environment by name, not started."""
    module = module_of(game)
    return {
        "batch": module.batch(3, **options),
        "AEC": module.env(**options),
        "raw AEC": module.raw_env(**options),
        "parallel": module.parallel_env(**options),
        "Gymnasium": module.gymnasium_env(**options),
        "vector": module.vector_env(3, **options),
    }


def start(way):
    """Reset and return the first observation, of the first agent among several."""
    started = way.reset(seed=1)
    if hasattr(way, "possible_agents"):
        return started[0]["player_0"] if started else way.last()[0]
    return way.observation.copy() if started is None else started[0]


@every_game
def test_actions_have_the_same_texts_everywhere(game):
    actions = range(len(game.actions))
    described = {name: [way.action_to_string(action) for action in actions] for name, way in ways(game).items()}
    assert len({tuple(texts) for texts in described.values()}) == 1
    for way in ways(game).values():
        assert [way.string_to_action(text) for text in described["batch"]] == list(range(len(game.actions)))
        for wrong in (-1, len(game.actions) + 1, None, 0.0):
            with pytest.raises(UserError, match=r"^action must be a whole number from 0 to "):
                way.action_to_string(wrong)
        for wrong in ("no such", None, 3):
            with pytest.raises(UserError, match=r"^no action is called "):
                way.string_to_action(wrong)


@every_game
def test_fields_are_reported_by_name_as_counts_everywhere(game):
    """The observation of the player to move in the first position, the same in all for one seed."""
    for name, way in ways(game, num_players=2).items():
        observation = start(way)
        batch = way if name == "batch" else getattr(way, "aec", way).unwrapped.batch
        described = way.describe_observation(observation)
        assert list(described) == [field.name for field in game.observation.parts]
        counts = batch.observation if name in ("batch", "vector") else batch.observation[0]
        for field, where in game.observation:
            assert described[field.name].dtype == np.uint8
            assert described[field.name].shape == (*counts.shape[:-1], *field.shape)
            assert described[field.name].tobytes() == np.ascontiguousarray(counts[..., where]).tobytes(), (
                name,
                field.name,
            )


@every_game
def test_every_count_up_to_the_maximum_comes_back(game):
    maxima = game.observation.maxima()
    env = module_of(game).raw_env()
    for share in np.linspace(0, 1, 256):
        counts = np.floor(maxima * share).astype(np.uint8)
        scaled = np.multiply(counts, env._scale, dtype=np.float32)
        described = env.describe_observation(scaled)
        assert np.array_equal(np.concatenate([values.ravel() for values in described.values()]), counts)


@every_game
def test_representations_say_game_players_round_and_mover(game):
    for name, way in ways(game, num_players=2, edition="reconstructed").items():
        many = {"batch": "3 games of ", "vector": "3 games of "}.get(name, "")
        edition = load_edition(game, "reconstructed").name
        head = f"<{type(way).__name__} {game.name}: {many}2 players, edition {edition}, "
        assert repr(way) == f"{head}not started>"
        start(way)
        batch = way if name == "batch" else getattr(way, "aec", way).unwrapped.batch
        first = batch.states["round_number"][0]
        assert repr(way).startswith(head + (f"rounds {first} to {first}, " if many else f"round {first}, "))
        assert "player_0 to move" in repr(way)


def test_a_parallel_environment_says_when_all_decide():
    from africana_env import africana_v0, afritoria_v0

    for module, together in ((afritoria_v0, True), (africana_v0, False)):
        env = module.parallel_env()
        env.reset(seed=1)
        assert ("the others at the same time" in repr(env)) == together


@every_game
def test_gymnasiums_wrappers_show_the_game(game):
    env = gymnasium.make(gymnasium_id(game.name), seat=1, num_players=2)
    env.reset(seed=1)
    for text in (str(env), repr(env)):
        assert f"<GymEnv {game.name}: 2 players, " in text
        assert "player_1 to move, the learner is player_1>" in text


@every_game
def test_a_batch_tells_how_many_games_are_where(game):
    batch = module_of(game).batch(5, num_players=2, max_rounds=1)
    batch.reset(1)
    first = batch.states["round_number"][0]
    assert repr(batch).endswith(f"rounds {first} to {first}, player_0 to move in 5>")
    while batch.running.any():
        assert (" over>" in repr(batch)) == (not batch.running.all())
        batch.step(batch.action_mask.argmax(axis=1))
    assert repr(batch).endswith("rounds 1 to 1, 5 over>")


@every_game
def test_fields_that_were_reported_are_not_overwritten(game):
    batch = module_of(game).batch(2)
    batch.reset(1)
    described = batch.describe_observation(batch.observation)
    assert not any(np.shares_memory(values, batch.observation) for values in described.values())


@every_game
def test_representations_follow_the_game(game):
    env = module_of(game).env(max_rounds=1)
    env.reset(seed=1)
    seen = set()
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        assert over or f", round {env.unwrapped.batch.states['round_number'][0]}, {agent} to move>" in repr(env)
        seen.add(agent)
        env.step(None if over else int(observation["action_mask"].argmax()))
    assert repr(env).endswith(", cut off in round 1>")
    assert seen == set(env.possible_agents)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmin()))
    assert ", terminated in round " in repr(env)
