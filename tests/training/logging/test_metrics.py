"""Metrics files: written during a run, and cut back when it resumes from an earlier checkpoint."""

import json

from africana_training.logging.metrics import MetricsWriter, cut_back
from africana_training.logging.metrics_file import MAX_NAMES, METRICS_FILE, read_metrics
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def test_what_came_after_the_checkpoint_is_cut_off_and_so_is_what_is_damaged(tmp_path):
    path = tmp_path / "metrics.jsonl"
    kept = '{"timesteps": 64}\n{"timesteps": 128}\n'
    for rest in ('{"timesteps": 129}\n', '{"timesteps": 100}', "nothing\n", "[]\n", '{"updates": 1}\n'):
        path.write_text(kept + rest)
        cut_back(path, 128)
        assert path.read_text() == kept
    cut_back(tmp_path / "none.jsonl", 128)
    assert not (tmp_path / "none.jsonl").exists()


HUGE = "9" * 400
DEEP = "[" * 100_000


def test_damaged_lines_are_passed_over(tmp_path):
    good = '{"timesteps": 64, "seconds": 1.5, "losses/entropy": 2}\n'
    for key in ("timesteps", "seconds", "losses/entropy"):
        for value in (HUGE, DEEP, "null", "[]", *(["NaN", "1e999"] if key != "losses/entropy" else [])):
            line = json.dumps({"timesteps": 1, "seconds": 1, "losses/entropy": 1, key: "X"}).replace('"X"', value)
            (tmp_path / "metrics.jsonl").write_text(f"{line}\n{good}")
            assert {name: shown.T.tolist() for name, shown in read_metrics(tmp_path).items()} == {
                "losses/entropy": [[64, 1.5, 2]]
            }


def test_tensorboard_forgets_what_is_learned_anew(tmp_path):
    def write(timesteps, value):
        writer.write(timesteps, 1, 2.0, {"losses/entropy": value})

    writer = MetricsWriter(tmp_path, 0)
    for timesteps in (64, 128, 192):
        write(timesteps, 1.0)
    writer.close()
    (first,) = tmp_path.glob("*.tfevents.*")
    first.rename(tmp_path / "events.out.tfevents.0000000001")  # of an earlier second: they are read by their names
    writer = MetricsWriter(tmp_path, 128)
    write(192, 2.0)
    writer.close()
    shown = EventAccumulator(str(tmp_path)).Reload().Scalars("losses/entropy")
    assert [(each.step, each.value) for each in shown] == [(64, 1.0), (128, 1.0), (192, 2.0)]
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [(line["timesteps"], line["losses/entropy"]) for line in lines] == [(64, 1.0), (128, 1.0), (192, 2.0)]
    assert (lines[0]["updates"], lines[0]["seconds"]) == (1, 2.0)


def test_names_that_nobody_can_read_or_that_are_too_many_to_draw_are_passed_over(tmp_path):
    names = {f"losses/{number}": 1.0 for number in range(MAX_NAMES + 100)}
    odd = {"losses/\ud800": 1.0, "\x1b[31m": 1.0}
    line = json.dumps({"timesteps": 1, "seconds": 1.0, **odd, **names})
    (tmp_path / METRICS_FILE).write_text(line + "\n")
    assert list(read_metrics(tmp_path)) == list(names)[:MAX_NAMES]
