"""Africa by Reiner Knizia (2001), for 2 to 5 players. `RULES.md` has the rules."""

from pathlib import Path

from africana_env.engine.game.contract import EditionSchema, Game, Presentation, ScriptedBot
from africana_env.games.africa.axes import AXES
from africana_env.games.africa.drawing.first_game import FIRST_GAME
from africana_env.games.africa.drawing.heading import ending
from africana_env.games.africa.drawing.legend import legend
from africana_env.games.africa.drawing.render_svg import render_svg
from africana_env.games.africa.drawing.render_text import render_text
from africana_env.games.africa.drawing.view import view
from africana_env.games.africa.edition import SECTIONS, SINGLE, check_edition, fill_tables
from africana_env.games.africa.entities import entity_observation
from africana_env.games.africa.facts import fact_space
from africana_env.games.africa.generate import draw_edition, shuffle_edition
from africana_env.games.africa.greedy import greedy
from africana_env.games.africa.hidden.observation import observation_space, observe
from africana_env.games.africa.hidden.resample import resample
from africana_env.games.africa.hidden.revealed import revealed
from africana_env.games.africa.rules.action_space import action_names, action_space
from africana_env.games.africa.rules.scoring import SCORE_PARTS, returns, scores
from africana_env.games.africa.rules.setup import reset
from africana_env.games.africa.rules.state import MAX_PLAYERS, STATE_FIELDS
from africana_env.games.africa.rules.step import legal_action_mask, step
from africana_env.games.africa.rules.tables import tables_dtype
from africana_env.games.africa.rules.zones import STOCKS
from africana_env.games.africa.state_check import state_faults

GAME = Game(
    name="africa_v0",
    title="Africa",
    module=__name__,
    players=range(2, MAX_PLAYERS + 1),
    state_fields=STATE_FIELDS,
    tables_dtype=tables_dtype,
    actions=action_space,
    observation=observation_space,
    score_parts=SCORE_PARTS,
    margin_scale=0.04,
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    entities=entity_observation,
    facts=fact_space,
    returns=returns,
    scores=scores,
    resample=resample,
    stocks=STOCKS,
    state_faults=state_faults,
    bots={"greedy": ScriptedBot(greedy, about="takes the move that pays best within a walk")},
    editions=EditionSchema(
        folder=Path(__file__).parent / "editions",
        sections=SECTIONS,
        single=SINGLE,
        check=check_edition,
        fill_tables=fill_tables,
        draw=draw_edition,
        axes=AXES,
        shuffle=shuffle_edition,
        action_names=action_names,
    ),
    presentation=Presentation(
        render_text=render_text,
        render_svg=render_svg,
        legend=legend,
        first_game=FIRST_GAME,
        revealed=revealed,
        ending=ending,
        view=view,
    ),
)
