"""Replays: a game as one self-contained HTML file, see `africana replay`."""

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import cache, partial
from html import escape
from importlib.resources import files
from typing import Any
from zlib import compress

from africana_env.api.decisions import decision_texts, numbered, with_names
from africana_env.api.drawings import render_svg
from africana_env.bots import Bot, make_bot
from africana_env.bots.asking import Evaluation
from africana_env.bots.registry import spelling_of
from africana_env.drawing.svg import SEAT_COLOURS
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.points import points
from africana_env.engine.process.files import StrPath, atomic_write, check_target
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.viewer.delta_frames import JOINT, Numbered, changes
from africana_env.viewer.judge import judged, judgement_data
from africana_env.viewer.trajectory import Trajectory, play_again

MIN_SHARE = 0.0005
"""Actions below this probability are not listed."""


def replay(
    game: Game,
    record: GameRecord,
    html_file: StrPath,
    *,
    policy: str | Bot | None = None,
    seat: int | None = None,
    edition: StrPath | Edition | None = None,
    names: Sequence[str] = (),
    analysis: bool = False,
    progress: OnProgress = no_progress,
) -> Trajectory:
    """Write the replay of a game to a file.

    - The file shows the board after every decision, to each seat and with all hands. With `seat` it contains only what
      this seat knows.
    - `policy` adds what this bot would have played.
    - `analysis` adds the win chances and the decisions that mattered most (see `viewer.judge`).
    - `edition` is needed only if the record was made with a custom edition. `names` are the players' names by seat.
    - `progress` is called with the number of decisions judged and their total.

    Raises `UserError` for a record that cannot be played, an unknown seat or bot, and a file that cannot be written.
    """
    check_target(html_file)
    loaded = record.begin(game, edition).edition
    if seat is not None:
        check_int("seat", seat, 0, record.num_players - 1)
    bot = None if policy is None else make_bot(policy, game)
    trajectory = play_again(record, game, loaded, bot, seat)
    if analysis:
        trajectory = judged(trajectory, seat, progress)
    atomic_write(
        html_file,
        replay_page(trajectory, seat=seat, bot=None if policy is None else spelling_of(policy), names=names).encode(),
    )
    return trajectory


def replay_page(
    trajectory: Trajectory, *, seat: int | None = None, bot: str | None = None, names: Sequence[str] = ()
) -> str:
    """Return the page of a game for all seats or for one. `bot` is the name of the bot that evaluated the positions,
    `names` are the players' names by seat."""
    data = json.dumps(
        replay_data(trajectory, seat=seat, bot=bot, names=names), separators=(",", ":"), ensure_ascii=False
    )
    parts = {"css": asset("replay.css"), "js": "".join(map(asset, ("board.js", "chart.js", "replay.js")))}
    parts |= {"title": escape(trajectory.game.title), "data": b64encode(compress(data.encode(), 9)).decode()}
    page = asset("replay.html")
    for name, content in parts.items():
        page = page.replace(f"{{{{{name}}}}}", content)
    return page


@cache
def asset(name: str) -> str:
    """Return the text of a file of the page."""
    return files("africana_env.viewer").joinpath("pages", name).read_text(encoding="utf-8")


def replay_data(
    trajectory: Trajectory, *, seat: int | None = None, bot: str | None = None, names: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the data of the page, for JSON; with a `seat`, only what it may know.

    A board is its `pieces` joined by `joint`. Each view has the changes between its boards (see `delta_frames.py`) and
    the numbers of its decisions' texts.
    """
    players = int(trajectory.states[-1]["num_players"])
    views: Sequence[int | None] = [None, *range(players)] if seat is None else [seat]
    pieces, texts = Numbered(), Numbered()
    game, edition, called = trajectory.game, trajectory.edition, list(names) or numbered(players)
    words = partial(decision_texts, game, edition, trajectory.states, trajectory.actions, names=called)
    shown = [
        {
            "seat": view,
            "decisions": [texts[text] for text in words(view)],
            "boards": changes(boards(trajectory, view), pieces),
        }
        for view in views
    ]
    actions, movers = list(game.action_texts(edition.data)), trajectory.movers
    named = {mover: with_names(actions, mover, called) for mover in set(movers)}
    evaluations = [
        None if one is None or seat not in (None, mover) else evaluation_data(one, named[mover], texts)
        for one, mover in zip(trajectory.evaluations, movers, strict=True)
    ]
    scores = [points(game.scores, game.score_parts, edition, state) for state in trajectory.states]
    return {
        "title": game.title,
        "about": f"{players} players, edition {edition.name_and_note}",
        "names": called,
        "colours": SEAT_COLOURS[:players],
        "movers": movers,
        "rounds": [int(state["round_number"]) for state in trajectory.states],
        "points": [[seat[-1] for seat in seats] for seats in scores],
        "bot": bot,
        "evaluations": evaluations if bot else [],
        "analysis": None if trajectory.judgement is None else judgement_data(trajectory, called),
        "views": shown,
        "joint": JOINT,
        "pieces": list(pieces),
        "texts": list(texts),
    }


def boards(trajectory: Trajectory, seat: int | None) -> list[str]:
    """Return the first board and the board after every decision."""
    return [render_svg(trajectory.game, trajectory.edition, state, seat) for state in trajectory.states]


def evaluation_data(evaluation: Evaluation, actions: Sequence[str], texts: Numbered) -> dict[str, Any]:
    """Return an evaluation for JSON: likely actions in ten-thousandths, in descending order, and the value."""
    likely = sorted(evaluation.probabilities.items(), key=lambda pair: -pair[1])
    named = [[texts[actions[action]], round(1e4 * share)] for action, share in likely if share >= MIN_SHARE]
    return {"likely": named, "others": len(likely) - len(named), "value": evaluation.value}
