"""What others used of the machine, while something was measured."""

import subprocess
import sys
import time

import pytest

from africana_env.cli.bench_output import print_load
from africana_env.tools.machine_load import STAT, Spent, share_of_others, spent


def test_what_others_used_is_what_was_used_but_by_ourselves():
    before, after = Spent(100.0, 60.0, 5.0), Spent(120.0, 68.0, 9.0)  # of 20 s 8 were idle and 4 our own
    assert share_of_others(before, after) == pytest.approx(8 / 20)
    assert share_of_others(before, before) is None
    assert share_of_others(None, after) is None
    assert share_of_others(before, Spent(101.0, 61.0, 9.0)) == 0  # clocks differ by a little


@pytest.mark.skipif(not STAT.is_file(), reason="this system does not say what its processors did")
def test_ones_own_work_is_not_that_of_others():
    before, start = spent(), time.process_time()
    subprocess.run([sys.executable, "-c", "sum(range(10**7))"], check=True)
    while time.process_time() - start < 0.6:
        pass
    after = spent()
    assert after.own - before.own > 0.5
    assert after.total > before.total
    assert 0 <= share_of_others(before, after) <= 1


def test_a_busy_machine_is_reported(capsys):
    print_load(None)
    print_load(0.01)
    assert capsys.readouterr().out == ""
    print_load(0.34)
    assert "busy: 34% of its processor time" in capsys.readouterr().out
