"""Resampling: redraws what a seat cannot know: the face-down markers, which nobody knows (ruling 10)."""

from africana_env.engine.game.rng import seed_generator
from africana_env.engine.game.rule import rule
from africana_env.games.africa.rules.setup import deal_face_down


@rule
def resample(tables, state, seat, seed, scratch):
    """Shuffle the face-down markers. The result depends on what lies open and on the seed alone."""
    seed_generator(state, seed)
    deal_face_down(state)
