"""The speedrun: each seed is trained once, timed and rated."""

import pytest
from africana_training.studies import speedrun as study
from africana_training.studies.speedrun import TRACKS, Outcome, Track, find_track, outcomes_table, speedrun

from africana_env import UserError

TINY = {
    "total_timesteps": "2000",
    "imitation.expert": "null",
    "rating.deals": "0",
    "rollout.num_games": "16",
    "rollout.num_steps": "8",
    "layers": "[8]",
}


def outcome(core_seconds, win_rate):
    return Outcome({}, "A processor", core_seconds, 1_000_000, win_rate, (win_rate - 0.01, win_rate + 0.01))


def test_each_seed_is_trained_once(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "GAMES", 4)
    shown = []
    track = Track("afritoria_2p", 0.85, TINY)
    first = speedrun(track, tmp_path, 1, progress=lambda *progress: shown.append(progress))
    both = speedrun(track, tmp_path, 2, progress=lambda *progress: shown.append(progress))
    assert both[0] == first[0]
    assert [(seed.number, number, total) for seed, number, total in shown] == [(0, 1, 1), (1, 1, 1)]
    with pytest.raises(UserError, match=r"has runs with other settings: use another --folder$"):
        speedrun(Track("afritoria_2p", 0.85, {**TINY, "layers": "[9]"}), tmp_path, 1)
    assert all(each.core_seconds > 0 and 2000 <= each.timesteps < 2200 for each in both)


@pytest.mark.parametrize(("win_rates", "verdict"), [((0.9, 0.95, 0.96), "reaches"), ((0.94, 0.94, 0.99), "misses")])
def test_the_median_decides(win_rates, verdict):
    outcomes = [outcome(60 * minutes, win_rate) for minutes, win_rate in zip((9, 5, 7), win_rates, strict=True)]
    table = outcomes_table(outcomes, Track("africana_2p", 0.95))
    assert "| 1 | 5.0 | 1.0 | 9" in table
    assert table.endswith(f"7.0 core-minutes on A processor, {100 * sorted(win_rates)[1]:.1f} %, which {verdict} 95 %.")


@pytest.mark.parametrize("name", TRACKS)
def test_the_config_of_a_track_names_no_minutes(name):
    """A busy machine would train less."""
    track = find_track(name)
    values = study.read_config(track.config, track.options)
    assert values.get("minutes") is None


def test_another_game_trained_weights_and_an_unknown_track_are_refused(tmp_path):
    with pytest.raises(UserError, match=r"^the game of this track is afritoria_v0, not that of africa_2p$"):
        speedrun(Track("afritoria_2p", 0.85), tmp_path, 1, "africa_2p")
    with pytest.raises(UserError, match=r"^a speedrun starts from fresh weights: leave out start_from$"):
        speedrun(Track("afritoria_2p", 0.85, {"start_from": "baseline"}), tmp_path, 1)
    with pytest.raises(UserError, match=r"^unknown track 'x': use africana, "):
        find_track("x")
