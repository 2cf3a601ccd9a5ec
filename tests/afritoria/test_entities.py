"""Entities of Afritoria agree with the features of the same position."""

import numpy as np
import pytest
from renaming import Order
from support import Setting, batch_at, entities_of, first_and_last, positions
from thing_orders import check_orders

from africana_env.games.afritoria import GAME
from africana_env.games.afritoria.rules.state import ANIMALS, COLOURS, KINDS, PICK, STRENGTHS


def padded(by_colour):
    """Return values of animals by colour and strength as values of cards."""
    return np.pad(by_colour.reshape(len(by_colour), -1), ((0, 0), (0, KINDS - ANIMALS)))


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("edition", ["reconstructed", "generated:3"])
def test_entities_agree_with_the_features(edition, players):
    setting = Setting(GAME, edition, players)
    batch = batch_at(setting, positions(setting, 300, seed=players))
    fields, of = GAME.observation.unpack(batch.observation), entities_of(batch)
    card, known = of["card"], fields["known"]
    for name, field in (("own", "hand"), ("row", "row")):
        assert (card[name] == fields[field]).all(), name
    there = np.any([*card.values()], axis=0)
    assert there.mean() < 0.6
    assert (card["unseen"][there] == fields["unseen"][there]).all()
    for number, seat in enumerate(("next", "second", "third")):
        assert (card[f"known_{seat}"] == known[:, number]).all()
    for number, seat in enumerate(("own", "next", "second", "third")):
        assert (card[f"shown_{seat}"] == fields["shown"][:, number]).all()
    used = players * STRENGTHS
    value = batch.edition.tables[0].value
    there = there[:, :used]

    def same(name, expected):
        assert (card[name][:, :used][there] == np.broadcast_to(expected, card[name].shape)[:, :used][there]).all(), name

    same("value", np.pad(np.tile(value, 4), (0, 2)))
    hand = fields["hand"][:, :ANIMALS].reshape(batch.num_games, -1, STRENGTHS)
    same("own_of_colour", padded(np.broadcast_to(hand.sum(2, keepdims=True), hand.shape)))
    same("own_stronger", padded(hand[:, :, ::-1].cumsum(2)[:, :, ::-1] - hand))
    unseen = fields["unseen"][:, :ANIMALS].reshape(batch.num_games, -1, STRENGTHS).astype(int)
    same("unseen_stronger", padded(unseen[:, :, ::-1].cumsum(2)[:, :, ::-1] - unseen))
    assert (of["game"]["hand_own"][:, 0] == fields["hand_size"][:, 0]).all()
    points = 100 * fields["hundreds"].astype(int) + fields["points"]
    assert (of["steal"]["points"][:, : players - 1] == points[:, 1:players]).all()


def in_another_order(states, players, generator):
    """Return the states with the colours in another order, and the orders by kind of entity.

    The edition stays the same, since all colours have the same animals."""
    colour, kind = Order(COLOURS, generator, players), Order(KINDS, generator)
    kind.new[:ANIMALS] = (colour.new[:, None] * STRENGTHS + np.arange(STRENGTHS)).ravel()
    kind.new[ANIMALS:] = np.arange(ANIMALS, KINDS)
    new = states.copy()
    for field in ("hand", "played", "row", "pile", "shown"):
        new[field] = kind.numbers(states[field])
    new["score_pile"] = kind.numbers(states["score_pile"], 1)
    for field in ("discard", "in_sight"):
        new[field] = kind.along(states[field])
    return new, {"colour": colour, "card": kind}


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_another_order_of_things_changes_only_the_order_of_the_rows(players):
    setting = Setting(GAME, "generated:3", players)
    states = positions(setting, 300, seed=players)
    states = states[states["phase"] != PICK]  # colours pick one after the other, in their order
    new, orders = in_another_order(states, players, np.random.default_rng(players))
    check_orders(GAME, states, setting.edition, new, setting.edition, players, orders)
