"""Remote bots: their questions, and the effects of right, wrong, late and missing replies."""

import copy
import json
import re
import threading
from functools import partial

import numpy as np
import pytest
from remote.elsewhere import elsewhere, endless
from support import GAMES, FirstLegal, every_game, few_players

from africana_env import Batch, UserError, load_game, make_bot
from africana_env.api.prompts import PROMPT_VERSION
from africana_env.arena.evaluate import evaluate
from africana_env.arena.report.tournament_page import costs_part
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.tournament import tournament
from africana_env.remote.writing_bot import ASKED, GIVEN_UP, ILLEGAL, PROMPT_TOKENS, REPLY_TOKENS, WAITED

GAME = load_game("afritoria_v0")


def first_of_view(content):
    """An HTTP agent that plays the first legal action."""
    assert content["version"] == PROMPT_VERSION
    assert content["prompt"]
    return json.dumps({"action": content["view"]["legal_actions"][0]["action"]})


def chat_completion(text):
    return json.dumps(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
        }
    )


def first_of_prompt(content):
    """A model that plays the first legal action of the prompt."""
    system, user = content["messages"]
    assert (system["role"], user["role"], content["model"]) == ("system", "user", "m")
    assert "How to play" in system["content"]
    first = re.search(r'# Your legal actions\n\n- ("(?:[^"\\]|\\.)*")', user["content"])
    return chat_completion(f'I take the first.\n{{"action": {first[1]}}}')


def games_of(game, bot, games=3):
    """Return the actions of games in which a bot holds all seats, and the bot."""
    batch = Batch(game, games, few_players(game), max_rounds=2)
    batch.reset(5)
    made = make_bot(bot, game, games)
    actions, played = np.zeros(games, np.int64), []
    while batch.running.any():
        made.act(batch, batch.running, actions)
        played.append(np.where(batch.running, actions, -1))
        batch.step(actions, batch.running)
    return np.array(played), made


def spelled(kind, server):
    """The spelling of the bot that a server answers for."""
    return server.address if kind == "http" else f"llm:m,url={server.address}"


def first_of(kind, content):
    """A reply with the first legal action."""
    return first_of_view(content) if kind == "http" else first_of_prompt(content)


def position():
    """A batch of one game."""
    batch = Batch(GAME, 1, 2)
    batch.reset(1)
    return batch


def decide(bot):
    """The action of a bot in this position."""
    actions = np.zeros(1, np.int64)
    bot.act(position(), np.ones(1, np.bool_), actions)
    return actions[0]


@every_game
def test_an_agent_elsewhere_plays_as_it_would_here(game):
    expected, _ = games_of(game, FirstLegal())
    with elsewhere(first_of_view) as server:
        played, bot = games_of(game, f"{server.address}/act")
    assert (played == expected).all()
    assert {name for name, cost in bot.costs.items() if cost} == {ASKED, WAITED}
    assert bot.costs[ASKED] == (expected >= 0).sum()
    with elsewhere(first_of_prompt) as server:
        played, bot = games_of(game, f"llm:m,url={server.address}/v1")
    assert (played == expected).all()
    assert bot.costs[PROMPT_TOKENS] == 100 * bot.costs[ASKED]
    assert bot.costs[REPLY_TOKENS] == 5 * bot.costs[ASKED]


@pytest.mark.parametrize("kind", ["http", "llm"])
def test_a_copy_of_an_agent_elsewhere_decides_and_counts_for_itself(kind):
    with elsewhere(partial(first_of, kind)) as server:
        bot = make_bot(spelled(kind, server), GAME)
        twin = copy.deepcopy(bot)
        assert decide(twin) == position().action_mask[0].argmax()
    assert (bot.costs[ASKED], twin.costs[ASKED]) == (0, 1)


@pytest.mark.parametrize("kind", ["http", "llm"])
def test_a_refused_reply_is_asked_for_again_with_the_reason(kind):
    def reply(content):
        if is_first(content):
            return "nonsense" if kind == "http" else chat_completion("nonsense")
        if kind == "llm":
            *content["messages"], wrong, reason = content["messages"]
            assert wrong == {"role": "assistant", "content": "nonsense"}
            assert reason["content"].startswith("no legal action is called 'nonsense': use '")
        return first_of(kind, content)

    def is_first(content):
        return content["error"] is None if kind == "http" else len(content["messages"]) == 2

    expected, _ = games_of(GAME, FirstLegal())
    with elsewhere(reply) as server:
        played, bot = games_of(GAME, spelled(kind, server))
    assert (played == expected).all()
    assert bot.costs[ILLEGAL] == (expected >= 0).sum()
    assert bot.costs[ASKED] == 2 * bot.costs[ILLEGAL]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (lambda _: "nonsense", "no legal action is called 'nonsense'"),
        (lambda _: '{"action": 999}', "no legal action is called 999"),
        (lambda _: 500, "with status 500"),
        (lambda _: "x" * (1 << 21), "with more than"),
        (None, "timed out"),
        (lambda _: (302, {"location": "/elsewhere"}, ""), "with status 302"),
    ],
    ids=["nonsense", "number", "status", "long", "late", "redirect"],
)
def test_an_agent_without_a_legal_reply_loses_or_plays_at_random(reply, reason):
    batch = Batch(GAME, 3, 2)
    batch.reset(1)
    rows, actions = np.ones(3, np.bool_), np.zeros(3, np.int64)
    ended = threading.Event()
    with elsewhere(reply or (lambda _: str(ended.wait(600)))) as server:
        seconds = 600 if reply else 0.3
        bot = make_bot(f"{server.address},tries=2,timeout={seconds}", GAME, 3)
        with pytest.raises(UserError, match=rf"gave no legal reply in 2 tries: .*{reason}") as error:
            bot.act(batch, rows, actions)
        assert "\n" not in str(error.value)
        drawn = [
            make_bot(f"{server.address},tries=1,timeout={seconds},illegal=random", GAME, 3, seed=4) for _ in range(2)
        ]
        chosen = []
        for bot in drawn:
            bot.act(batch, rows, actions)
            chosen.append(actions.copy())
            assert batch.action_mask[[0, 1, 2], actions].all()
            assert bot.costs[GIVEN_UP] == 3
        assert (chosen[0] == chosen[1]).all()
        ended.set()


@pytest.mark.parametrize("kind", ["http", "llm"])
def test_redirects_are_not_followed(kind):
    """A server could use them to read pages that only the asking machine can reach."""
    followed = []

    def other(content):
        followed.append(content)
        return first_of(kind, content)

    with elsewhere(other) as target:
        to_target = (307, {"location": f"{target.address}/chat/completions"}, "")
        with elsewhere(lambda _: to_target) as server, pytest.raises(UserError, match=r"in one try: .*307"):
            decide(make_bot(f"{spelled(kind, server)},tries=1", GAME))
    assert not followed


@pytest.mark.parametrize("kind", ["http", "llm"])
def test_a_reply_with_half_a_character_is_refused_and_asked_for_again(kind):
    """JSON can hold a lone surrogate, but text cannot be sent with one."""
    asked = []
    half = "walk to \ud800"

    def reply(content):
        asked.append(content)
        if len(asked) == 1:
            return json.dumps({"action": half}) if kind == "http" else chat_completion(half)
        if kind == "llm":
            assert content["messages"][2]["content"] == "walk to ?"
            del content["messages"][2:]
        return first_of(kind, content)

    with elsewhere(reply) as server:
        bot = make_bot(f"{spelled(kind, server)},tries=2", GAME)
        assert decide(bot) == position().action_mask[0].argmax()
    assert bot.costs[ILLEGAL] == 1


@pytest.mark.parametrize("bot", ["http://127.0.0.1:9/", "llm:m,url=http://127.0.0.1:9/v1"])
def test_nobody_there(bot):
    with pytest.raises(UserError, match=r"gave no legal reply in one try: .* does not answer"):
        decide(make_bot(f"{bot},tries=1", GAME))


BAD_USAGE = ("null", "1e999", "1000000000000", "-5", '"many"', "[" * 5000 + "]" * 5000)


def chat_completion_of(tokens):
    return chat_completion("").replace("100", tokens)


def test_a_model_that_answers_something_else():
    for answer in ("{}", "[]", "null", '{"choices": []}', "no JSON", *map(chat_completion_of, BAD_USAGE)):
        with elsewhere(lambda _, answer=answer: answer) as server:
            bot = make_bot(f"llm:m,url={server.address},tries=1", GAME)
            with pytest.raises(UserError, match="gave no legal reply in one try"):
                decide(bot)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("http:", "needs an argument: use http://HOST:PORT/PATH"),
        ("http:nowhere", "an agent's address looks like http://127.0.0.1:8000/act, not 'http:nowhere'"),
        ("http://a:x/", "an agent's address looks like"),
        ("http://a b/", "an agent's address looks like"),
        ("http://user:secret@a/", "an agent's address looks like"),
        ("http://a/,tries=0", "tries must be a whole number from 1 to 100, not 0"),
        ("http://a/,tries=2.9", "tries must be a whole number from 1 to 100, not '2.9'"),
        ("http://a/,timeout=x", "timeout must be a number from 0.01 to 86400, not 'x'"),
        ("http://a/,illegal=maybe", "illegal must be lose or random, not 'maybe'"),
        ("http://a/,temperature=1", "has no option 'temperature': use tries=N, timeout=S, illegal=lose|random"),
        ("llm:m,temperature=-1", "temperature must be a number from 0 to 2, not '-1'"),
    ],
)
def test_spellings(bot, message):
    with pytest.raises(UserError, match=re.escape(message)):
        make_bot(bot, GAMES[0])


def test_a_tournament_reports_what_replies_cost_and_the_games_lost_by_them(tmp_path):
    """The model replies correctly twice, then never again."""
    asked = []

    def reply(content):
        asked.append(content)
        return first_of_prompt(content) if len(asked) <= 2 else chat_completion("I give up")

    with elsewhere(reply) as server:
        model = f"llm:m,url={server.address},tries=1"
        played = tournament(make_conditions(GAME, 2), ["random", model], 2, tmp_path)
    lost = [failure.reason for bot, failure in played.results.failures if bot == model]
    assert len(lost) == 4
    assert all("gave no legal reply in one try: no legal action is called 'I give up'" in reason for reason in lost)
    costs = played.results.costs(model)
    assert costs[ASKED] == len(asked) == costs[ILLEGAL] + 2
    assert costs[PROMPT_TOKENS] == 100 * len(asked)
    assert played.to_json()["ratings"][-1]["costs"] == costs
    assert f"<span>{PROMPT_TOKENS}</span>" in costs_part(played.results)[1]
    again = tournament(make_conditions(GAME, 2), ["random", model], 2, tmp_path)
    assert again.results.costs(model) == costs


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("kind", ["http", "llm"])
def test_a_reply_that_comes_byte_by_byte_is_late(kind, status):
    """The time limit covers the whole reply, and reading stops after it."""
    ended = threading.Event()
    drip = endless(status, b" ", 0.05, ended)
    with elsewhere(None) as server:
        server.RequestHandlerClass = drip
        with pytest.raises(UserError, match=r"timed out|does not answer in time"):
            decide(make_bot(f"{spelled(kind, server)},tries=1,timeout=2", GAME))
        assert drip.closed.wait(600)
        ended.set()


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("kind", ["http", "llm"])
def test_of_a_reply_without_end_only_a_part_is_read(kind, status):
    ended = threading.Event()
    flood = endless(status, b" " * (1 << 18), 0, ended)
    with elsewhere(None) as server:
        server.RequestHandlerClass = flood
        reason = "with status 500" if kind == "http" and status == 500 else "with more than 1048576 bytes"
        with pytest.raises(UserError, match=f"answers {reason}"):
            decide(make_bot(f"{spelled(kind, server)},tries=1,timeout=600", GAME))
        assert flood.closed.wait(600)
        ended.set()
    assert sum(flood.sent) < 1 << 24  # the system's buffers


@pytest.mark.parametrize("games", [1, 3])
def test_after_an_outage_an_agent_is_asked_again(games):
    """A repeated call, perhaps for one game at a time, does not pay twice for an answer."""
    asked = []

    def reply(content):
        asked.append(content)
        return 503 if len(asked) <= 1 else first_of_view(content)

    batch = Batch(GAME, games, 2)
    batch.reset(1)
    actions = np.zeros(games, np.int64)
    with elsewhere(reply) as server:
        bot = make_bot(f"{server.address},tries=1", GAME, games)
        failures = 0
        with pytest.raises(UserError, match="status 503"):
            bot.act(batch, np.ones(games, np.bool_), actions)
        assert len(asked) == games
        for row in np.eye(games, dtype=np.bool_):
            try:
                bot.act(batch, row, actions)
            except UserError:
                failures += 1
        assert failures == (games > 1)
        assert len(asked) == max(games, 2)
        bot.act(batch, np.ones(games, np.bool_), actions)
        assert (actions == batch.action_mask.argmax(axis=1)).all()


def test_a_key_is_not_repeated_in_errors(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    answer = json.dumps({"error": {"message": "bad key Bearer sk-secret"}})
    with elsewhere(lambda _: (401, {}, answer)) as server, pytest.raises(UserError, match="bad key Bearer") as error:
        decide(make_bot(f"llm:m,url={server.address},tries=1", GAME))
    assert "sk-secret" not in str(error.value)


def test_what_was_asked_is_counted_when_nobody_waits_for_it_any_more():
    began, counted = threading.Event(), threading.Event()

    def reply(content):
        began.set()
        counted.wait(600)
        return first_of_view(content)

    with elsewhere(reply) as server:
        bot = make_bot(server.address, GAME)
        threading.Thread(target=decide, args=(bot,), daemon=True).start()
        assert began.wait(600)
        assert bot.costs[ASKED] == 1
        counted.set()


@pytest.mark.parametrize(("headers", "pauses"), [({}, [0, 1, 2]), ({"retry-after": "7"}, [0, 7, 7])])
@pytest.mark.parametrize("kind", ["http", "llm"])
def test_whoever_is_asked_too_often_is_asked_later(monkeypatch, kind, headers, pauses):
    slept = []
    monkeypatch.setattr("africana_env.remote.writing_bot.sleep", slept.append)
    with elsewhere(lambda _: (429, headers, "")) as server, pytest.raises(UserError, match="429"):
        decide(make_bot(f"{spelled(kind, server)},tries=3,timeout=30", GAME))
    assert slept == pauses


def test_an_evaluation_reports_what_a_bot_has_counted():
    with elsewhere(lambda content: chat_completion("I give up")) as server:
        model = f"llm:m,url={server.address},tries=2,illegal=random"
        found = evaluate(GAME, model, ["random"], 2, num_games=4)
    (costs,) = found.costs.values()
    assert costs[ASKED] == costs[ILLEGAL] == 2 * costs[GIVEN_UP] > 0
