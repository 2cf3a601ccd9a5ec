"""The extras of the package, and the error where one is needed and not installed."""

from importlib.util import find_spec

from africana_env.engine.process.errors import UserError

EXTRAS = {
    "arena": ("matplotlib",),
    "llm": ("openai",),
    "onnx": ("onnx", "onnxscript"),
    "play": ("markdown_it", "starlette", "uvicorn", "websockets"),
    "ray": ("ray",),
    "serve": ("markdown_it", "starlette", "uvicorn", "websockets", "mcp"),
    "train": ("torch", "pydantic", "safetensors", "tensorboard", "yaml"),
    "video": ("av",),
}
"""By extra, the modules without which it is not installed."""

CPU_ONLY = ", with --extra-index-url https://download.pytorch.org/whl/cpu for the CPU alone"
"""Spares Linux some gigabytes of CUDA."""


def check_extra(extra: str, what: str, instead: str = "") -> None:
    """Raise `UserError` if what is asked for needs an extra that is not installed; `instead` is what can be done
    without it."""
    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        # Where the package is installed, this adds to it, from wherever it came.
        advice = f"pip install 'africana-env[{extra}]'{CPU_ONLY if missing[0] == 'torch' else ''}"
        otherwise = f", or {instead}" if instead else ""
        raise UserError(f"{what} needs {missing[0]}: {advice}{otherwise}")
