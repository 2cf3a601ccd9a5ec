"""Forged JSON files: records, tournaments and metrics."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from forged_text import TEXTS

from africana_env.arena.tournament.store import lines_of
from africana_env.engine.batch.game_record import _checksum

JSON_VALUES = [
    *TEXTS,
    *["\ud800", "africana_v0", "africa_v0", "mini", None, True, 0, 1, -1, 2, 3.5, 10**9, 10**30, 2**63, 2**64],
    *[float("nan"), 1e400, [], {}, [[]], [0], [0, 1, 2], {"a": []}, [10**30], ["x"], [0] * 5000, [[[[]]]]],
]


def forged_json(value: Any, rng: Random) -> Any:
    """Return a copy of a JSON value with something replaced, added or removed."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        changed = {**value, key: forged_json(value[key], rng)}
        if rng.random() < 0.05:
            del changed[key]
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], forged_json(value[place], rng), *value[place + rng.randrange(2) :]]
    return rng.choice(JSON_VALUES)


def forged_value(value: Any, rng: Random) -> Any:
    """Return a copy of a JSON value with an odd value in a place of any kind. All entries of a list are one kind."""
    kinds: dict[str, list[str]] = {}
    for place in places(value):
        kinds.setdefault(re.sub("[0-9]+", "0", place), []).append(place)
    copy: Any = [json.loads(json.dumps(value))]
    inner, last = copy, 0
    for part in rng.choice(rng.choice(list(kinds.values()))).split("/")[1:]:
        inner = inner[last]
        last = int(part) if isinstance(inner, list) else part
    before = inner[last]
    alike = [1.0 * before, str(before), bool(before), -before] if type(before) is int else [before]
    inner[last] = rng.choice([rng.choice(JSON_VALUES), rng.choice(alike)])
    return copy[0]


def places(value: Any, here: str = "") -> Iterator[str]:
    """Yield the places of all values in a JSON value, such as `/games/0/winners`."""
    yield here
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, f"{here}/{key}")


def forged_record(data: bytes, rng: Random) -> bytes:
    """Return a forged record with a right checksum."""
    content = forged_json(json.loads(data), rng)
    if isinstance(content, dict):
        content["checksum"] = _checksum(content)
    return json.dumps(content).encode()


def forged_plain_json(data: bytes, rng: Random) -> bytes:
    """Return forged JSON."""
    return json.dumps(forged_json(json.loads(data), rng)).encode()


def forged_deals(data: bytes, rng: Random) -> bytes:
    """Return the lines of a tournament with one line forged, removed, repeated or moved, with right checksums."""
    contents = [json.loads(line) for line in data.splitlines()]
    for content in contents:
        del content["crc32"]
    number = rng.randrange(len(contents))
    match rng.randrange(8):
        case 0:
            del contents[number]
        case 1:
            contents.insert(rng.randrange(len(contents) + 1), contents[number])
        case 2:
            contents[number] = forged_json(contents[number], rng)
        case _:
            failed = [
                line
                for line, content in enumerate(contents)
                if any(game["failure"] for game in content.get("games", ()))
            ]
            number = rng.choice([number, *failed])
            contents[number] = forged_value(contents[number], rng)
    whole = [content for content in contents if isinstance(content, dict)]
    return lines_of(whole) if len(whole) == len(contents) else b"\n".join(json.dumps(c).encode() for c in contents)


def forged_metrics(data: bytes, rng: Random) -> bytes:
    """Return metrics with a forged line."""
    lines = data.splitlines()
    number = rng.randrange(len(lines))
    forged = json.dumps(forged_json(json.loads(lines[number]), rng))
    lines[number] = forged.replace("0.5", rng.choice(["9" * 400, "1e999", "-1e300", "[" * 5000, "NaN"])).encode()
    return b"\n".join(lines) + b"\n"
