"""The optional dependencies of the package, and the error if one is missing."""

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
"""The modules that each extra needs."""

CPU_ONLY = ", with --extra-index-url https://download.pytorch.org/whl/cpu for the CPU alone"
"""Spares Linux some gigabytes of CUDA."""


def is_installed(extra: str) -> bool:
    """Return whether all modules of an extra are installed."""
    return not missing_modules(extra)


def missing_modules(extra: str) -> list[str]:
    return [module for module in EXTRAS[extra] if find_spec(module) is None]


def check_extra(extra: str, what: str, instead: str = "") -> None:
    """Raise `UserError` if this needs an extra that is not installed; `instead` is the alternative."""
    missing = missing_modules(extra)
    if missing:
        # If the package is installed, this adds the extra, whatever its source.
        advice = f"pip install 'africana-env[{extra}]'{CPU_ONLY if missing[0] == 'torch' else ''}"
        otherwise = f", or {instead}" if instead else ""
        raise UserError(f"{what} needs {missing[0]}: {advice}{otherwise}")
