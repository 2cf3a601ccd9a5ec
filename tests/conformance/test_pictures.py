"""The boards as SVG."""

from importlib import import_module
from xml.etree import ElementTree

import numpy as np
from make_layers import module_files
from support import every_setting, games_in_progress, positions, resamples

from africana_env.api.drawings import render_svg

MAX_BYTES = 60_000


def drawn(setting, batch, viewer):
    return render_svg(setting.game, batch.edition, batch._states[0], viewer)


@every_setting
def test_boards_are_sound_small_and_of_one_size(setting):
    sizes = {True: set(), False: set()}
    for number, batch in enumerate(games_in_progress(setting, 3)):
        if number % 3 == 0 or not batch.running[0]:
            for viewer in (None, number % setting.players):
                svg = drawn(setting, batch, viewer)
                assert len(svg.encode()) < MAX_BYTES
                root = ElementTree.fromstring(svg)
                sizes[viewer is None].add(root.get("viewBox"))
                names = [part.get("data-part") for part in root.iter() if part.get("data-part")]
                assert len(names) == len(set(names))
    assert all(len(found) == 1 for found in sizes.values())


@every_setting
def test_boards_do_not_depend_on_what_the_viewer_cannot_know(setting):
    batch = setting.batch()
    batch.reset(0)
    for state in positions(setting, 10, seed=2):
        for seat in range(setting.players):
            svg = render_svg(setting.game, batch.edition, state, seat)
            for other in resamples(setting, state, seat, 2).view(np.recarray):
                assert render_svg(setting.game, batch.edition, other, seat) == svg


def test_drawings_call_no_rules():
    """A rule called directly is compiled in every process; `points` and `winners` cache their kernels."""
    drawings = [name for name in module_files() if name.startswith("africana_env.games.") and ".drawing" in name]
    members = [pair for name in drawings for pair in vars(import_module(name)).items()]
    assert {member for member, value in members if hasattr(value, "py_func")} == {"scores", "returns"}
