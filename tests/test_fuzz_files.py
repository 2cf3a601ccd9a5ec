"""Some hundred damaged and forged files; `fuzz_files.py` tries more."""

from collections import Counter
from itertools import islice

from fuzz_files import accepted, inputs, kinds

NUMBER = 400


def test_the_files_themselves_are_accepted(tmp_path):
    for kind in kinds().values():
        assert accepted(kind, kind.content, tmp_path)


def test_damaged_and_forged_files_are_read_or_refused_in_printable_lines(tmp_path):
    tried = Counter()
    good = Counter()
    for name, data in islice(inputs(seed=1), NUMBER):
        good[name] += accepted(kinds()[name], data, tmp_path)
        tried[name] += 1
    assert {*tried} == {*kinds()}
    assert all(good[name] < tried[name] for name in tried if name != "metrics")  # single lines may be skipped
    assert good.total() > NUMBER // 20  # about one in six; possibly none of one kind
