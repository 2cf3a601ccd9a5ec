"""Replies that name one action are understood in any form; ambiguous ones are refused with a reason."""

import json

import pytest

from africana_env.api.replies import MAX_OBJECTS, ReplyError, parse_reply

LEGAL = {
    "pass": 0,
    "buy (2)": 1,
    "Stop!": 2,
    "Stop?": 3,
    "go to Lomé.": 4,
    "roll": 5,
    "Roll": 6,
    '{"a": 1}': 7,
    "**": 8,
}
PASS, ROLL = ('{"action": "pass"}', '{"action": "roll"}')
UNKNOWN = "no legal action is called "
SEVERAL = "the reply names several actions: use one, "


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        *LEGAL.items(),
        *((f" {text}\n", action) for text, action in LEGAL.items()),
        *((json.dumps({"action": text}), action) for text, action in LEGAL.items()),
        ("**Pass.**", 0),
        ('"PASS"', 0),
        ("```\npass\n```", 0),
        ("_Buy (2)_!", 1),
        ("GO TO LOMÉ", 4),
        *((sign.format("pass"), 0) for sign in ("- {}", "> {}", "# {}", "({})", "{}…", "\u00a0{}", "[{}]")),
        ('{"action": " *Pass*. "}', 0),
        (f"{PASS}\nThis keeps {{my}} hand open.", 0),
        (f"My choice:\n```json\n{PASS}\n```\nIt is the safest move.", 0),
        (f"[{PASS}]", 0),
        (f"{PASS} or rather {PASS}", 0),
        (f'{{"action": "jump"}} is not legal, so {PASS}', 0),
        (f'{{"mood": "good"}} {PASS} {{"mood": "good"}}', 0),
        (f'It said "{{" and {{"so on: {PASS}', 0),
        (f"{{{PASS}}}", 0),
        ('{"why": {"action": "jump"}, "action": "pass"}', 0),
        ('{"action": "pass", "action": "pass", "sure": NaN}', 0),
        (f"{{x}} {{1}} {{ }} {{{{ }}}} {'{' * 1000} {PASS}", 0),
    ],
)
def test_one_action_is_understood(reply, action):
    assert parse_reply(LEGAL, reply) == action


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", UNKNOWN),
        ("...", UNKNOWN),
        ("stop", UNKNOWN),
        ("ROLL", UNKNOWN),
        ("I pass.", UNKNOWN),
        ("pass roll", UNKNOWN),
        ("buy 2", UNKNOWN),
        ('{"action": "ROLL"}', "no legal action is called 'ROLL': use 'pass' or "),
        (f'{PASS} {{"action": "jump"}}', "no legal action is called 'jump': use "),
        (f"Either {PASS} or {ROLL}", SEVERAL),
        ('{"better": {"action": "pass"}, "action": "roll"}', SEVERAL),
        ('{"action": "pass", "action": "roll"}', SEVERAL),
        (f'{{"answer": {PASS}}}', UNKNOWN),
        (f'{{"action": {PASS}}}', "no legal action is called {'action': 'pass'}: use "),
        ('{"action": ["pass"]}', r"no legal action is called ['pass']: use "),
        ('{"action": "pass"', UNKNOWN),
        (f'{{"action": "roll", // first\n}} or {PASS}', UNKNOWN),
        (f'{{"action": "roll" or {PASS}}}', UNKNOWN),
        ("{'action': 'pass'}", UNKNOWN),
        (f'{{"answer": {PASS}, so}}', UNKNOWN),
        (PASS * (MAX_OBJECTS + 1), UNKNOWN),
        (f"[{PASS}, " * (MAX_OBJECTS + 1), UNKNOWN),
        ('{"a":' * 20_000 + PASS + "}" * 20_000, UNKNOWN),
        ('{"action": "pass", "because": ' + "9" * 5000 + "}", UNKNOWN),
        ('{"action": "\ud800\n"}', UNKNOWN),
        ('{"action": "\\ud800\\n"}', r"no legal action is called '\ud800\n': use "),
    ],
)
def test_what_may_mean_another_action_is_refused_in_one_line(reply, reason):
    with pytest.raises(ReplyError) as error:
        parse_reply(LEGAL, reply)
    assert str(error.value).startswith(reason)
    assert str(error.value).endswith(', in one JSON object, {"action": "..."}, or alone')
    assert str(error.value).isprintable()
