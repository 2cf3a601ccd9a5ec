import pytest
from africana_training.logging.metrics_file import in_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search:50_win_rate", "search:50 win rate"),
        ("my_bot_head_to_head", "my_bot head to head"),
        ("approx_kl", "approx kl"),
    ],
)
def test_names_of_metrics_are_for_people_and_those_of_bots_stay(name, words):
    assert in_words(name) == words
