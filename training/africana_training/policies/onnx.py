"""Exports policies as ONNX files for other programs."""

import warnings
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import torch

from africana_env import Game, UserError, atomic_write
from africana_env.engine.process.errors import error_reason, format_name
from africana_env.engine.process.extras import check_extra
from africana_env.engine.process.files import check_target
from africana_env.engine.process.process_state import only_errors_logged
from africana_training.networks.registry import observation_of
from africana_training.policies.file import load_policy

INPUTS = ("observation", "action_mask")
OUTPUTS = ("logits", "value")


def export_onnx(policy: Path, target: Path, *, network: str | None = None, game: Game | None = None) -> None:
    """Write a policy of `africana train` as an ONNX model.

    Inputs: `observation` `uint8` (games, features) and `action_mask` `int8` (games, actions), as in batches with the
    observation that the network reads. Outputs, `float32`: `logits` (games, actions), -1e9 where the mask is
    0, and `value` (games,), the expected reward. `games` may be any number. `network` names a custom network, see
    `load_policy`.

    Raises `UserError` if the policy cannot be read or plays another game than `game`, the file cannot be written, or
    the extra `onnx` is missing.
    """
    check_target(target, policy)
    trained_game, module, _ = load_policy(policy, own_network=network, game=game)
    check_extra("onnx", "africana export-onnx")
    games = torch.export.Dim("games")
    space = trained_game.space_of(observation_of(module))
    example = (
        torch.zeros(2, len(space), dtype=torch.uint8),
        torch.ones(2, len(trained_game.actions), dtype=torch.int8),
    )
    # Hide warnings about optional libraries.
    with only_errors_logged("torch.onnx"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecations in the exporter
        try:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):  # the exporter prints graphs if it fails
                program = torch.onnx.export(
                    module,
                    example,
                    input_names=INPUTS,
                    output_names=OUTPUTS,
                    dynamic_shapes=({0: games}, {0: games}),
                    dynamo=True,
                    verbose=False,
                )
        except Exception as error:  # a custom network may raise anything
            reason = error_reason(error.__cause__ or error)
            raise UserError(f"the network of {format_name(policy)} cannot be written as ONNX: {reason}") from None
    assert program is not None
    atomic_write(target, program.model_proto.SerializeToString())
