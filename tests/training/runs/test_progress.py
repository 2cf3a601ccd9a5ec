"""How far a run is: what falls with it goes on from where it was."""

import pytest
from africana_training.runs.run import Progress


def test_the_share_done_goes_from_zero_to_one():
    progress = Progress()
    progress.plan(1000)
    for timesteps, share in ((0, 0.0), (250, 0.25), (1000, 1.0), (1064, 1.0)):
        progress.timesteps = timesteps
        assert progress.share_done() == share
        assert progress.finished == (share == 1)


@pytest.mark.parametrize("end", [500, 1000, 4000])
def test_with_another_end_the_share_goes_on_from_where_it_is(end):
    progress = Progress()
    progress.plan(1000)
    progress.timesteps = 400
    progress.plan(end)
    assert progress.share_done() == pytest.approx(0.4)
    progress.timesteps = (400 + end) // 2
    assert progress.share_done() == pytest.approx(0.7)
    progress.timesteps = end
    assert progress.finished
    assert progress.share_done() == 1


@pytest.mark.parametrize(
    ("end", "minutes", "total_timesteps", "planned"),
    [
        (1000, 1.0, 1000, False),
        (1000, 1.0, 2000, True),
        (1000, 9.0, 1000, False),  # it was bound by its decisions
        (1000, None, 1000, False),
        (1000, 1.0, 500, False),
        (800, 1.0, 1000, False),
        (800, 1.0, 2000, False),  # it was bound by its minutes, as far as they were estimated
        (800, 2.0, 1000, True),
        (800, None, 1000, True),
        (800, 0.5, 1000, False),
    ],
)
def test_a_run_that_was_over_is_planned_anew_with_more_of_what_it_was_bound_by(end, minutes, total_timesteps, planned):
    progress = Progress(timesteps=end, end=end, minutes=1.0, total_timesteps=1000)
    assert progress.is_planned_anew(minutes, total_timesteps) == planned


@pytest.mark.parametrize(
    ("minutes", "total_timesteps", "planned"), [(1.0, 1000, False), (2.0, 1000, True), (1.0, 500, True)]
)
def test_a_run_that_goes_on_is_planned_anew_with_any_other_budget(minutes, total_timesteps, planned):
    progress = Progress(timesteps=100, end=800, minutes=1.0, total_timesteps=1000)
    assert progress.is_planned_anew(minutes, total_timesteps) == planned


def test_a_run_that_was_over_begins_anew_and_one_is_never_over_before_now():
    progress = Progress()
    progress.plan(1000)
    progress.timesteps = 1000
    progress.plan(3000)
    assert (progress.share_done(), progress.finished) == (0.0, False)
    progress.timesteps = 2000
    assert progress.share_done() == 0.5
    progress.plan(1500)
    assert (progress.end, progress.finished) == (2000, True)
