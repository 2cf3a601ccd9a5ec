"""Test sessions."""

from africana_env import load_edition, load_game
from africana_env.play.game_session import GameSession, new_record


def session_of(folder, game="afritoria_v0", players=(None, "greedy"), edition="reconstructed", seed=3, **options):
    """Return a session with a new game; `options` go to `new_record`."""
    game = load_game(game)
    edition = load_edition(game, edition)
    record = new_record(game, edition, len(players), seed, **options)
    return GameSession(game, edition, players, record, folder / "record.json", ["greedy"])


def play_bots(session):
    while session.bot_to_move is not None:
        session.play(session.think(session.position()))


def play_on(session, decisions=None):
    """Let people and bots play, people like `greedy`, to the end or for some decisions of people."""
    play_bots(session)
    while not session.is_over and decisions != 0:
        session.act(session.mover, session.hint(session.position(), "greedy"))
        play_bots(session)
        decisions = None if decisions is None else decisions - 1
