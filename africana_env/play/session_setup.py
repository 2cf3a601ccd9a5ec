"""Set up the game session of `africana play`."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from africana_env.api.registration import load_game, own_names
from africana_env.bots.registry import strongest_bot
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.editions.editions import DEFAULT_EDITION, load_edition
from africana_env.engine.game.checks import check_seed
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.extras import check_extra
from africana_env.play.game_session import GameSession, new_path, new_record
from africana_env.play.player_names import unnamed
from africana_env.play.table_file import Table


def begin_session(
    game: Game,
    bots: Sequence[str],
    num_players: int | None = None,
    *,
    people: Sequence[int] = (0,),
    seed: int | None = None,
    edition: str | None = None,
    record: str | None = None,
    hints: Sequence[str] | None = None,
    names: Sequence[str] = (),
) -> GameSession:
    """Return a session with people on the seats `people` and `bots` on the others.

    Without `bots` one person plays against the strongest scripted bot, or `policy:generalist` on other editions. If the
    file `record` exists, its game continues. Raises `UserError` for invalid arguments.
    """
    begun = None if record is None or not Path(record).exists() else GameRecord.load(record)
    chosen = load_edition(game, edition or DEFAULT_EDITION) if begun is None else begun.begin(game, edition).edition
    if not bots and len(people) == 1:
        bots = [default_opponent(game, chosen)]
    if begun is None:
        drawn = random_seed() if seed is None else check_seed(seed)
        begun = new_record(game, chosen, len(people) + len(bots) if num_players is None else num_players, drawn)
    else:
        check_options(begun, num_players, seed)
    players = seat_all(begun.num_players, people, bots)
    asked = hints if hints is not None else [*filter(None, players), strongest_bot(game)]
    return GameSession(game, chosen, players, begun, new_path(game) if record is None else Path(record), asked, names)


def continue_session(record: Path, table: Table) -> GameSession:
    """Return the session of a record with the players of its table. Raises `UserError` if it cannot be played."""
    begun = GameRecord.load(record)
    game = load_game(begun.game)
    edition = begun.begin(game).edition
    if len(table.players) != begun.num_players:
        raise UserError(f"{format_name(record)} and its .table file differ in the number of players")
    session = GameSession(game, edition, table.players, begun, record, table.hints)
    for seat, name in enumerate(table.names):
        if table.players[seat] is None and name != unnamed(seat):
            session.call(seat, name)
    return session


def default_opponent(game: Game, edition: Edition) -> str:
    """Return the default opponent; raises `UserError` if it needs an extra that is not installed."""
    scripted = strongest_bot(game)
    if game.name not in own_names() or edition.name == DEFAULT_EDITION:
        return scripted
    check_extra("train", "the bot policy:generalist", f"name a bot, such as {scripted}")
    return "policy:generalist"


def random_seed() -> int:
    """Draw an unguessable seed. A short one could be found by trial from the cards in view, and reveal all others."""
    return secrets.randbits(64)


def check_options(begun: GameRecord, num_players: int | None, seed: int | None) -> None:
    """Raise `UserError` if the options contradict a saved game."""
    for name, asked, given in (("num_players", num_players, begun.num_players), ("seed", seed, begun.seed)):
        if asked is not None and asked != given:
            raise UserError(f"the record is of a game with {name} {given}, not {asked}: leave out --{name}")


def seat_all(num_players: int, people: Sequence[int], bots: Sequence[str]) -> list[str | None]:
    """Return the players by seat: None for people, and the bots in turn order after the first person. A single bot
    takes all other seats."""
    if len(set(people)) < len(people) or not all(0 <= seat < num_players for seat in people):
        given = " ".join(map(str, people))
        raise UserError(f"--seat must name different seats from 0 to {num_players - 1}, not {format_name(given)}")
    free = [seat % num_players for seat in range(people[0] + 1, people[0] + num_players)]
    free = [seat for seat in free if seat not in people]
    if bots and not free:
        raise UserError("people hold all seats: leave out the bots")
    if free and len(bots) not in (1, len(free)):
        each = f", or {len(free)} in turn order" if len(free) > 1 else ""
        raise UserError(f"name one bot{each}, not {len(bots)}")
    players: list[str | None] = [None] * num_players
    for number, seat in enumerate(free):
        players[seat] = bots[number % len(bots)]
    return players
