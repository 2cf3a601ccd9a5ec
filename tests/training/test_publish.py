"""What is published: weights that play, cards whose figures are those of the results, datasets that load."""

import json
from pathlib import Path

import pytest
import yaml
from africana_training.config.check import check_config
from africana_training.config.file import read_config
from africana_training.policies.file import describe_policy
from africana_training.policies.shipped import POLICIES
from africana_training.publish import OPPONENTS, measurements, publish, size_category

from africana_env import UserError, load_game
from africana_env.cli import main
from africana_env.data import Dataset

LADDER = Path(__file__).parents[2] / "docs" / "ladder"


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hub")
    assert main(["publish", "--to", str(folder), "--results", str(LADDER)]) == 0
    return folder


def parts_of(card):
    """The metadata and the text of a card."""
    before, metadata, text = card.read_text().split("---\n", 2)
    assert before == ""
    return yaml.safe_load(metadata), text


def test_every_shipped_policy_has_a_folder_with_a_card_a_config_and_weights_that_play(published):
    shipped = {f"{path.stem}-{path.parent.name}": path for path in POLICIES.glob("*/*.safetensors")}
    assert {folder.name for folder in published.iterdir()} == {*shipped}
    for name, path in shipped.items():
        folder = published / name
        assert (folder / "policy.safetensors").read_bytes() == path.read_bytes()
        about = describe_policy(folder / "policy.safetensors")
        config = check_config(read_config(str(folder / "config.yaml"), {}))
        assert (config.game, config.num_players) == (about.game.name, about.about["num_players"])
        metadata, text = parts_of(folder / "README.md")
        assert (metadata["pipeline_tag"], metadata["license"]) == ("reinforcement-learning", "mit")
        assert about.game.name in metadata["tags"]
        assert f"{about.about['timesteps']:,}" in text
        assert "$" not in text


def test_the_code_on_a_card_runs(published, monkeypatch):
    monkeypatch.chdir(published / "africana_v0-baseline")
    _, text = parts_of(Path("README.md"))
    names: dict[str, object] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)
    assert len(names["env"].record().actions) == 1


@pytest.mark.parametrize("game", ["africa_v0", "africana_v0", "afritoria_v0"])
def test_the_figures_of_a_card_are_those_of_the_ladder(published, game):
    for policy in ("baseline", "generalist"):
        metadata, text = parts_of(published / f"{game}-{policy}" / "README.md")
        (model,) = metadata["model-index"]
        settings = {result["dataset"]["name"].partition(", ")[2]: result["metrics"] for result in model["results"]}
        two = json.loads((LADDER / f"{game}-2p" / "result.json").read_text())
        rated = {one["bot"]: one["rating"] for one in two["ratings"]}[f"policy:{policy}"]
        assert settings["2 players"][-1] == {
            "type": "elo",
            "name": "rating, greedy 1000",
            "value": pytest.approx(rated, abs=0.001),
        }
        assert f"| {rated:.0f} |" in text
        (lost,) = (pair for pair in two["pairs"] if (pair["a"], pair["b"]) == ("greedy", f"policy:{policy}"))
        assert settings["2 players"][0]["value"] == pytest.approx(1 - lost["share"], abs=0.001)
        assert [metric["name"] for metric in settings["4 players"][:-1]] == [f"wins against {bot}" for bot in OPPONENTS]
        assert ("2 players, generated editions" in settings) == (policy == "generalist")


def test_intervals_hold_their_value():
    for one in measurements(load_game("africana_v0"), "policy:baseline", LADDER):
        assert one.ci95[0] <= one.value <= one.ci95[1]


def test_the_hub_reads_the_cards(published):
    hub = pytest.importorskip("huggingface_hub")
    for folder in published.iterdir():
        card = hub.ModelCard.load(folder / "README.md")
        assert card.data.model_name == folder.name
        assert {result.metric_type for result in card.data.eval_results} == {"win_rate", "elo"}


def test_a_dataset_is_copied_with_its_card_and_loads(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["dataset", "leduc_v0", "random", "greedy", "--num_games", "30", "--folder", "games"]) == 0
    assert main(["publish", "--to", "hub", "--results", str(LADDER), "--dataset", "games"]) == 0
    assert "hub/games: ready to upload\n" in capsys.readouterr().out
    metadata, text = parts_of(Path("hub/games/README.md"))
    assert metadata["size_categories"] == ["n<1K"]
    copied = Dataset("hub/games")
    assert "30 games of " in text
    assert f"{sum(len(record.actions) for record in copied.records())} decisions" in text


def test_datasets_of_one_name_are_not_mixed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for folder in ("one/games", "two/games"):
        assert main(["dataset", "leduc_v0", "random", "--num_games", "2", "--folder", folder]) == 0
    arguments = ["publish", "--to", "hub", "--results", str(LADDER), "--dataset", "one/games", "two/games"]
    assert main(arguments) == 2
    assert "two datasets are called games: publish one of them to another folder\n" in capsys.readouterr().err
    assert not Path("hub").exists()


@pytest.mark.parametrize(
    ("number", "expected"),
    [(999, "n<1K"), (1000, "1K<n<10K"), (10_000, "10K<n<100K"), (5_000_000, "1M<n<10M"), (10**9, "n>1B")],
)
def test_sizes_are_named_as_the_hub_names_them(number, expected):
    assert size_category(number) == expected


def test_nothing_is_written_without_results_or_for_what_is_no_dataset(tmp_path):
    with pytest.raises(UserError, match="has no results for africa_v0: use --results docs/ladder, or run "):
        publish(tmp_path / "hub", tmp_path)
    with pytest.raises(UserError, match="is not a dataset"):
        publish(tmp_path / "hub", LADDER, [tmp_path])
    assert not (tmp_path / "hub").exists()
