"""The descriptions of every environment: actions, observation fields, and itself."""

import gymnasium
import numpy as np
from support import error_of, every_game, module_of

from africana_env import africana_v0, afritoria_v0, load_edition, load_game
from africana_env.api.metadata import gymnasium_id

GAME = load_game("africana_v0")


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


def batch_of(way):
    return way if hasattr(way, "action_mask") else getattr(way, "aec", way).unwrapped.batch


def test_actions_have_the_same_texts_everywhere():
    actions = range(len(GAME.actions))
    texts = list(GAME.action_texts(load_edition(GAME, "reconstructed").data))
    for way in ways(GAME).values():
        assert [way.action_to_string(action) for action in actions] == texts
        assert [way.string_to_action(text) for text in texts] == list(actions)
        for wrong in (-1, len(texts) + 1, None, 0.0):
            assert error_of(way.action_to_string, wrong).startswith("action must be a whole number from 0 to ")
        for wrong in ("no such", None, 3):
            assert error_of(way.string_to_action, wrong).startswith("no action is called ")


def test_fields_are_reported_by_name_as_counts_everywhere():
    """The observation of the player to move in the first position, the same in all for one seed."""
    for name, way in ways(GAME, num_players=2).items():
        observation = start(way)
        batch = batch_of(way)
        described = way.describe_observation(observation)
        if name == "batch":
            assert not any(np.shares_memory(values, observation) for values in described.values())
        assert list(described) == [field.name for field in GAME.observation.parts]
        counts = batch.observation if name in ("batch", "vector") else batch.observation[0]
        for field, where in GAME.observation:
            assert described[field.name].dtype == np.uint8
            assert described[field.name].shape == (*counts.shape[:-1], *field.shape)
            assert described[field.name].tobytes() == np.ascontiguousarray(counts[..., where]).tobytes(), name


@every_game
def test_every_count_up_to_the_maximum_comes_back(game):
    maxima = game.observation.maxima()
    env = module_of(game).raw_env()
    for share in np.linspace(0, 1, 256):
        counts = np.floor(maxima * share).astype(np.uint8)
        scaled = np.multiply(counts, env._scale, dtype=np.float32)
        described = env.describe_observation(scaled)
        assert np.array_equal(np.concatenate([values.ravel() for values in described.values()]), counts)


def test_representations_say_game_players_round_and_mover():
    for name, way in ways(GAME, num_players=2, edition="reconstructed").items():
        many = {"batch": "3 games of ", "vector": "3 games of "}.get(name, "")
        head = f"<{type(way).__name__} {GAME.name}: {many}2 players, edition reconstructed, "
        assert repr(way) == f"{head}not started>"
        start(way)
        first = batch_of(way).states["round_number"][0]
        assert repr(way).startswith(head + (f"rounds {first} to {first}, " if many else f"round {first}, "))
        assert "player_0 to move" in repr(way)
    for module, together in ((afritoria_v0, True), (africana_v0, False)):
        env = module.parallel_env()
        env.reset(seed=1)
        assert ("the others at the same time" in repr(env)) == together


def test_gymnasiums_wrappers_show_the_game():
    env = gymnasium.make(gymnasium_id(GAME.name), seat=1, num_players=2)
    env.reset(seed=1)
    for text in (str(env), repr(env)):
        assert f"<GymEnv {GAME.name}: 2 players, " in text
        assert "player_1 to move, the learner is player_1>" in text


def test_a_batch_tells_how_many_games_are_where():
    batch = module_of(GAME).batch(5, num_players=2, max_rounds=1)
    batch.reset(1)
    first = batch.states["round_number"][0]
    assert repr(batch).endswith(f"rounds {first} to {first}, player_0 to move in 5>")
    while batch.running.any():
        assert (" over>" in repr(batch)) == (not batch.running.all())
        batch.step(batch.action_mask.argmax(axis=1))
    assert repr(batch).endswith("rounds 1 to 1, 5 over>")


def test_representations_follow_the_game():
    env = module_of(GAME).env(max_rounds=1)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        assert over or f", round {env.unwrapped.batch.states['round_number'][0]}, {agent} to move>" in repr(env)
        env.step(None if over else int(observation["action_mask"].argmax()))
    assert repr(env).endswith(", cut off in round 1>")
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmin()))
    assert ", terminated in round " in repr(env)
