"""Sources name the encoding of text files, and the listed slow cases exist."""

import ast
import subprocess
import sys

from conftest import SLOWEST
from make_layers import ROOT, module_files


def test_every_case_that_takes_longest_is_a_test():
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", "-m", ""]
    cases = [f"tests/{case}" for case in SLOWEST]
    found = subprocess.run([*command, *cases], cwd=ROOT, capture_output=True, text=True)
    assert [line for line in found.stderr.splitlines() if line.startswith("ERROR")] == []
    assert found.returncode == 0, found.stdout


def test_text_files_are_read_and_written_in_one_encoding():
    """The locale's encoding may be ASCII."""
    for path in module_files().values():
        for call in [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]:
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("read_text", "write_text"):
                assert "encoding" in {option.arg for option in call.keywords}, f"{path}:{call.lineno}"
