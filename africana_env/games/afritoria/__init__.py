"""Afritoria (De Spelmakerij), for 2 to 4 players. `RULES.md` has the rules."""

from pathlib import Path

from africana_env.engine.game.contract import EditionSchema, Game, Presentation, ScriptedBot
from africana_env.games.afritoria.axes import AXES
from africana_env.games.afritoria.drawing.first_game import FIRST_GAME
from africana_env.games.afritoria.drawing.heading import ending
from africana_env.games.afritoria.drawing.legend import legend
from africana_env.games.afritoria.drawing.render_svg import render_svg
from africana_env.games.afritoria.drawing.render_text import render_text
from africana_env.games.afritoria.drawing.view import view
from africana_env.games.afritoria.edition import SECTIONS, check_edition, fill_tables
from africana_env.games.afritoria.entities import entity_observation
from africana_env.games.afritoria.facts import fact_space
from africana_env.games.afritoria.generate import draw_edition, shuffle_edition
from africana_env.games.afritoria.greedy import greedy
from africana_env.games.afritoria.hidden.observation import observation_space, observe
from africana_env.games.afritoria.hidden.resample import resample, resample_scratch
from africana_env.games.afritoria.hidden.revealed import revealed
from africana_env.games.afritoria.rules.action_space import action_names, action_space
from africana_env.games.afritoria.rules.scoring import SCORE_PARTS, returns, scores
from africana_env.games.afritoria.rules.setup import reset, sort_deal
from africana_env.games.afritoria.rules.state import MAX_PLAYERS, STATE_FIELDS
from africana_env.games.afritoria.rules.step import everyone_commits, legal_action_mask, step
from africana_env.games.afritoria.rules.tables import tables_dtype
from africana_env.games.afritoria.rules.zones import STOCKS
from africana_env.games.afritoria.state_check import state_faults

GAME = Game(
    name="afritoria_v0",
    title="Afritoria",
    module=__name__,
    players=range(2, MAX_PLAYERS + 1),
    state_fields=STATE_FIELDS,
    tables_dtype=tables_dtype,
    actions=action_space,
    observation=observation_space,
    score_parts=SCORE_PARTS,
    margin_scale=0.03,
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    entities=entity_observation,
    facts=fact_space,
    returns=returns,
    scores=scores,
    resample=resample,
    resample_scratch=resample_scratch,
    stocks=STOCKS,
    state_faults=state_faults,
    bots={"greedy": ScriptedBot(greedy, about="commits the card of the highest expected points")},
    rollout_decisions=400,
    simultaneous=everyone_commits,
    sort_deal=sort_deal,
    editions=EditionSchema(
        folder=Path(__file__).parent / "editions",
        sections=SECTIONS,
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
