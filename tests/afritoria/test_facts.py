"""The board of fact observations holds the edition, and the features that facts leave out follow from them."""

import numpy as np
import pytest
from support import Setting, batch_at, check_board, positions, shown_as

from africana_env import load_game
from africana_env.games.afritoria.rules.state import ANIMALS, COLOURS, KINDS, OFFER, STRENGTHS

GAME = load_game("afritoria_v0")


def test_the_board_holds_the_edition():
    def rebuilt(board, tables, players):
        return {
            "value": board["card_value"][:STRENGTHS],
            "copies": board["card_copies"],
            "hand": board["hand_cards"][0],
            "show_animals": board["show_animals"][0],
            "show_cards": board["show_cards"][0],
        }

    check_board(GAME, rebuilt, ())


def described(kind):
    """Return the features of a card: colour, strength, ranger, poacher."""
    features = np.zeros(COLOURS + STRENGTHS + 2, int)
    places = (kind // STRENGTHS, COLOURS + kind % STRENGTHS) if kind < ANIMALS else (kind - ANIMALS - 2,)
    features[list(places)] = 1
    return features


@pytest.mark.parametrize("players", GAME.players)
def test_the_features_that_facts_leave_out_follow_from_them(players):
    setting = Setting(GAME, "reconstructed", players)
    batch = batch_at(setting, positions(setting, 200, seed=players))
    committed = 0
    for seat in range(players):
        features = GAME.observation.unpack(shown_as(batch, "features", seat).astype(int))
        facts = GAME.facts.unpack(shown_as(batch, "facts", seat).astype(int))
        for row in range(batch.num_games):
            own = np.flatnonzero(facts["committed_card"][row])
            committed += len(own)
            assert (features["committed"][row] == sum(map(described, own))).all()
            for played, card in zip(features["played"][row], facts["played_card"][row], strict=True):
                assert (played == (described(card - 1) if card else 0)).all()
            unseen = facts["card_copies"][row] - facts["hand"][row] - facts["row"][row] - facts["discard"][row]
            unseen -= facts["known"][row].sum(0)
            card, (competing, _, out) = facts["played_card"][row], facts["standing"][row].T
            disputed = facts["phase"][row, :OFFER].any()  # then losers are discarded
            lies = (competing | out) & (card <= ANIMALS) & disputed
            for cards in (card * lies, facts["pile_card"][row], facts["score_pile"][row].ravel()):
                unseen -= np.bincount(cards, minlength=KINDS + 1)[1:]
            assert (features["unseen"][row] == unseen).all()
    assert committed > 20
