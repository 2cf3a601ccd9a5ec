from contextlib import ExitStack

import pytest
from play.rooms import Site


@pytest.fixture
def site_of():
    """`site_of(session)`: a `Site` with this session."""
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(Site(*arguments))
