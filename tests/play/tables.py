"""Tables to test with."""

from africana_env import load_edition, load_game
from africana_env.play.game_session import Table, new_record


def table_of(folder, game="afritoria_v0", players=(None, "greedy"), edition="reconstructed", seed=3, **options):
    """A table with a game that has not begun; options are those of `new_record`."""
    game = load_game(game)
    edition = load_edition(game, edition)
    record = new_record(game, edition, len(players), seed, **options)
    return Table(game, edition, players, record, folder / "record.json", ["greedy"])


def play_bots(table):
    """Let the bots decide, until a person is to."""
    while table.thinker is not None:
        table.play(table.think(table.position()))


def play_on(table, decisions=None):
    """Let everybody do what `greedy` would, to the end or for some decisions of people."""
    play_bots(table)
    while not table.is_over and decisions != 0:
        table.act(table.mover, table.hint(table.position(), "greedy"))
        play_bots(table)
        decisions = None if decisions is None else decisions - 1
