"""Snapshots of a process, to check that code leaves it unchanged."""

import logging
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

PASSING = (
    "PYTEST_CURRENT_TEST",
    "TORCHINDUCTOR_CACHE_DIR",
    "OMP_WAIT_POLICY",
    "GOMP_SPINCOUNT",
    "TF_CPP_MIN_LOG_LEVEL",
    "TPU_SKIP_MDS_QUERY",
)
"""Variables of pytest, and those that torch, JAX and the engine set when they are loaded."""


def loggers() -> dict[str, Any]:
    """Return the settings of loggers by name, without handlers of pytest, which come and go."""
    named = {"": logging.root, **logging.root.manager.loggerDict}
    found: dict[str, Any] = {"up to": logging.root.manager.disable}
    for name, logger in named.items():
        if isinstance(logger, logging.Logger):
            handlers = [each for each in logger.handlers if not type(each).__module__.startswith("_pytest")]
            found[f"logger {name}"] = logger.level, logger.disabled, logger.propagate, handlers, logger.filters[:]
    return found


def signals() -> dict[str, Any]:
    """Return the signal handlers, and whether an alarm is set."""
    numbers = {each.name: signal.getsignal(each) for each in signal.valid_signals() if isinstance(each, signal.Signals)}
    return numbers | {"alarm": signal.getitimer(signal.ITIMER_REAL) != (0, 0)}


def streams() -> dict[str, Any]:
    """Return the standard streams, and whether they are closed."""
    named = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
    return named | {f"{name} closed": getattr(stream, "closed", None) for name, stream in named.items()}


def of_libraries() -> dict[str, Any]:
    """Return thread counts and similar settings of loaded libraries."""
    places: dict[str, Callable[[Any], Any]] = {
        "numba": lambda numba: numba.get_num_threads(),
        "torch": lambda torch: (torch.get_num_threads(), torch.get_default_dtype(), torch.is_grad_enabled()),
        "numpy": lambda numpy: (numpy.geterr(), numpy.get_printoptions()),
        "matplotlib": lambda matplotlib: dict.get(matplotlib.rcParams, "backend"),
    }
    return {name: look(sys.modules[name]) for name, look in places.items() if name in sys.modules}


def generators() -> dict[str, Any]:
    """Return the states of process-wide generators."""
    found: dict[str, Any] = {"random": random.getstate()}
    if "numpy" in sys.modules:
        found["numpy.random"] = str(sys.modules["numpy"].random.get_state())
    if "torch" in sys.modules:
        found["torch.random"] = sys.modules["torch"].get_rng_state().tolist()
    return found


def process_state() -> dict[str, Any]:
    """Return process-wide state by name, without generators."""
    environment = {f"${name}": value for name, value in os.environ.items() if name not in PASSING}
    whole = {"working folder": os.getcwd(), "path": sys.path[:]}
    return whole | environment | loggers() | signals() | streams() | of_libraries()


def left_behind(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the changes. New loggers and libraries do not count, new variables do."""
    names = [*before, *(name for name in after.keys() - before.keys() if name.startswith("$"))]
    return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}
