"""How far a run is: what falls with it goes on from where it was."""

import pytest

from training.progress import Progress


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
