"""Replies: what names one action is understood in whatever form; what may mean another one is refused with a reason."""

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
FORM = "name one legal action in one JSON object, "


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
        ("", FORM),
        ("...", FORM),
        ("stop", FORM),
        ("ROLL", FORM),
        ("I pass.", FORM),
        ("pass roll", FORM),
        ("buy 2", FORM),
        ('{"action": "ROLL"}', "no legal action is called 'ROLL': use 'pass' or "),
        (f'{PASS} {{"action": "jump"}}', "no legal action is called 'jump': use "),
        (f"Either {PASS} or {ROLL}", f"the reply names several actions: {FORM}"),
        ('{"better": {"action": "pass"}, "action": "roll"}', "the reply names several actions: "),
        ('{"action": "pass", "action": "roll"}', "the reply names several actions: "),
        (f'{{"answer": {PASS}}}', FORM),
        (f'{{"action": {PASS}}}', "no legal action is called {'action': 'pass'}: use "),
        ('{"action": ["pass"]}', r"no legal action is called ['pass']: use "),
        ('{"action": "pass"', FORM),
        ("{'action': 'pass'}", FORM),
        (f'{{"answer": {PASS}, so}}', FORM),
        (PASS * (MAX_OBJECTS + 1), FORM),
        (f"[{PASS}, " * (MAX_OBJECTS + 1), FORM),
        ('{"a":' * 20_000 + PASS + "}" * 20_000, FORM),
        ('{"action": "pass", "because": ' + "9" * 5000 + "}", FORM),
        ('{"action": "\ud800\n"}', FORM),
        ('{"action": "\\ud800\\n"}', r"no legal action is called '\ud800\n': use "),
    ],
)
def test_what_may_mean_another_action_is_refused_in_one_line(reply, reason):
    with pytest.raises(ReplyError) as error:
        parse_reply(LEGAL, reply)
    assert str(error.value).startswith(reason)
    assert str(error.value).isprintable()
