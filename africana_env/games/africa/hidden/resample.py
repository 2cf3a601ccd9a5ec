"""Resampling: redraw the face-down markers, which no player knows (ruling 10)."""

from africana_env.engine.game.rng import seed_generator
from africana_env.engine.game.rule import rule
from africana_env.games.africa.rules.setup import deal_face_down


@rule
def resample(tables, state, seat, seed, scratch):
    """Shuffle the face-down markers. The result depends only on the open parts of the state and the seed."""
    seed_generator(state, seed)
    deal_face_down(state)
