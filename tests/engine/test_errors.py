"""Reports of errors in user code."""

import json

import numpy as np
import pytest

from africana_env import UserError, load_game
from africana_env.engine.process.errors import raised_in


def raised(call):
    with pytest.raises(Exception) as error:  # noqa: PT011
        call()
    return raised_in(error.value)


def test_the_place_of_an_error_is_the_last_line_of_a_users_code():
    first = test_the_place_of_an_error_is_the_last_line_of_a_users_code.__code__.co_firstlineno
    assert raised(lambda: 1 / 0) == f" (test_errors.py, line {first + 2})"
    assert raised(lambda: json.loads("{")) == f" (test_errors.py, line {first + 3})"
    assert raised(lambda: np.random.default_rng(0).integers(5, 1)) == f" (test_errors.py, line {first + 4})"  # compiled
    assert raised(lambda: load_game("none")) == f" (test_errors.py, line {first + 5})"


def test_code_without_a_file_has_no_place():
    error = UserError("never raised")
    assert raised_in(error) == ""
    scope = {"__name__": None}
    exec("def call(): 1 / 0", scope)
    with pytest.raises(ZeroDivisionError) as found:
        scope["call"]()
    assert raised_in(found.value.with_traceback(found.tb.tb_next)) == ""
