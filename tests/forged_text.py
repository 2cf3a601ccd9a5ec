"""Damaged and forged text files."""

import json
import re
from random import Random

TEXTS = [
    *["", "x", "two\nlines", "\x1b[31m", "\0", "\u202e", "x" * 5000, "x" * 5000 + ".toml"],
    *["../x.toml", "a\0.toml", "W" * 40],
]
"""Odd texts; only JSON can hold one that is not Unicode."""
YAML_VALUES = [
    *map(json.dumps, TEXTS),
    *["", "~", "true", "-1", "0", "1.0", "1_0", "1:1:1", "0b_", "._", ".nan", "-.inf", "1e400", "=", "!", "&a", "*a"],
    *["9" * 5000, f"0x{'f' * 5000}", f"1{':1' * 3000}", "2024-13-45", "2001-01-01 00:00:00 +99:99", '"\\ud800"'],
    *["!!int ''", "!!float ''", "!!timestamp x", "!!bool x", "!!binary x", "!!set {a}", "!!omap [a]", "!!str 3"],
    *["!!python/object/apply:os.getcwd []", "&a [*a]", "[]", "{}", "[[a]]", "{a: {b: c}}", "{<<: 1}", "{a: 1, a: 2}"],
    *["? [a, b]", "? {a: b}", "{[a]: b}", "- 1", "|\n  x", "[" * 500, "{a: " * 500, "[" * 100 + "]" * 100],
    *["[8]", "[3, 3]", "policy:none.safetensors", "policy:/dev/zero", "nowhere.bots:play", "math:pi", "/dev/zero"],
    *["x.toml", "3.5", "#"],
]
TOML_VALUES = [
    *map(json.dumps, TEXTS),
    *["", "true", "-1", "0", "1", "2", "9", "1.0", "nan", "-inf", "1e400", "1979-05-27", "07:32:00", "9" * 900],
    *["[2, 3]", f"0x{'f' * 900}", "[]", "{}", "[[]]", "[1, [2]]", "{ a = 1 }", "{ a.b.c = [{}] }", '[""]', "[" * 500],
    *['"""a\n b"""', '"Cairo"', '"north"', '"assumed"', '"documented"', '"rulebook"', '"reconstructed"', '"mini"'],
    *['["green"]', "[true]"],
]


def damaged(data: bytes, rng: Random) -> bytes:
    """Change, add, remove or repeat a few bytes, as a broken disk or a bad editor would."""
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        start = rng.randrange(len(result) + 1)
        stop = min(len(result), start + rng.choice((1, 1, 2, 8, 64, 1000)))
        match rng.randrange(7):
            case 0 if start < stop:
                result[start] ^= 1 << rng.randrange(8)
            case 1 if start < stop:
                result[start] = rng.choice(b"\0\n\r\t \x1b\x7f\xff\"'[]{}()<>:=,.-#&*!|%@0129aAeEnN\\/")
            case 2:
                del result[start:stop]
            case 3:
                result[start:start] = result[start:stop]
            case 4:
                result[start:start] = rng.randbytes(rng.choice((1, 4)))
            case 5:
                result[start:start] = rng.choice(["\u202e", "\ud800", "é", "\x9b", "[[", "]]"]).encode(
                    "utf8", "replace"
                )
            case 6 if rng.random() < 0.2:
                del result[start:]
    return bytes(result)


def forged_lines(values: list[str], separator: str, data: bytes, rng: Random) -> bytes:
    """Return lines with a value or section replaced, or a line removed, repeated, moved or indented."""
    lines = data.decode().split("\n")
    for _ in range(rng.choice((1, 1, 2))):
        number = rng.randrange(len(lines))
        key, found, _ = lines[number].partition(separator)
        match rng.randrange(8):
            case 0:
                del lines[number : number + rng.choice((1, 1, 5))]
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[number])
            case 2:
                lines[number] = f"  {lines[number]}"
            case 3:
                key = rng.choice([*values, "sources", "structure", "edition"])
                lines.insert(rng.choice((0, number)), f"{key}{separator} {rng.choice(values)}")
            case _ if header := re.fullmatch(r"\[+(\w+)\]+", lines[number]):
                lines = [f"{header[1]}{separator} {rng.choice(values)}", *without_section(lines, lines[number])]
            case _ if found:
                lines[number] = f"{key}{separator} {rng.choice(values)}"
        lines = lines or [""]
    return "\n".join(lines).encode("utf8", "replace")


def without_section(lines: list[str], header: str) -> list[str]:
    """Return the lines under other headers."""
    kept, inside = [], False
    for line in lines:
        if line.startswith("["):
            inside = line == header
        if not inside:
            kept.append(line)
    return kept
