"""The games in OpenSpiel. Importing this module registers them with `pyspiel`, `africana_v0` as `python_africana`.

```python
import pyspiel
import africana_env.api.openspiel

game = pyspiel.load_game("python_africana(players=2,edition=mini)")
game = pyspiel.load_game("python_africana", {"players": 2, "edition": "mini"})
```

Parameters:

- `players` and `max_rounds`, 0 for the default of `BoardGameEnv`.
- `edition`, a name or the path of a file. With brackets, commas or equals signs it needs the dictionary.
- `reward`: `outcome` or `margin` (zero-sum, at the end), `lead` (zero-sum, at each change) or `score` (general-sum,
  points at each change).
- `deals`, the kind of chance, and `history`, the rows of an information state tensor.

**Chance.** All chance of a game follows from its seed, so explicit chance nodes come before the first decision only.

- `deals=0`: eight chance nodes with 256 equally likely outcomes, the bytes of the seed, the highest first. This is the
  whole game, for algorithms that sample; its tree is too large to walk. `state.apply_action(byte)` for each byte of
  `seed.to_bytes(8)` equals `reset(seed)` of the other APIs, and `reset_to(seed)` of a batch.
- `deals=n`: one chance node with `n` equally likely outcomes, different deals that are the same in every process. This
  is for algorithms that walk the tree. Their results are exact for the game of these `n` deals. It is the whole game if
  there are no more deals and nothing is drawn after the deal; a later shuffle has one outcome per deal. Hands in
  another order count as different deals. If there are fewer deals, a `UserError` says how many; finding out takes some
  tens of draws per deal.

So the game has no generator, and states can be cloned, copied, pickled, serialized and replayed from their history.
With a sampled chance node, OpenSpiel's alternative, Python games could only be cloned.

**What a player knows.** The observation tensor, `float32` in [0, 1], equals the one of the other APIs. In
`open_spiel.python.observation` its parts are named by field. The observation string names all features that are not 0.
An observation has everything that may be known about the position, but no perfect recall.

The information state string has perfect recall. It is a digest of the player's different observations since the deal,
with its own actions in between. Actions of others that change nothing for the player leave no trace.

The information state tensor holds the same in full, in `history` rows: an observation (`views`) and the own action that
led to it (`actions`, one-hot, or zeros). It suits short games, such as the editions `mini`, where 28 rows suffice: a
game of Africana has at most 26 decisions, a game of Afritoria at most 12. A state with more views than rows raises
`UserError`. With `history=0`, the default, every state does: then use the observation tensor.

`resample_from_infostate` redraws what the player cannot know, like the game's `resample`: with the memory described in
its RULES.md, and from all deals, whatever `deals` is. The new state has no history, since the true one could reveal
others' hands. The player's information state stays; those of the others start again from what they see.

OpenSpiel's C++ algorithms run on these games, except `ISMCTSBot`, which crashes the process with any Python game;
`open_spiel.python.algorithms.ismcts` works. Algorithms that walk a tree many times are a hundred times as fast on
`pyspiel.convert_to_cached_tree(game)`.

A wrong parameter or illegal action raises `UserError`; an unknown parameter or one of a wrong type raises OpenSpiel's
`SpielError`. The states of a game share buffers: use them in one thread at a time.
"""

from typing import Any

import numpy as np
import pyspiel

from africana_env.api.drawings import render_text
from africana_env.api.masks import legal_action
from africana_env.api.registration import game_names, load_game
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.deals import different_deals
from africana_env.engine.batch.floats import feature_scale
from africana_env.engine.batch.recall import NOTHING, recall
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import REWARDS, Game
from africana_env.engine.game.state import RUNNING
from africana_env.engine.process.errors import UserError, format_value

SEED_BYTES = 8
BYTE = 256
MAX_DEALS = 1 << 20
MAX_POINTS = 1 << 15
"""More than a state can hold."""
AS_IT_HAPPENS = ("score", "lead")
"""Reward schemes that pay before the end."""
MAX_HISTORY = 1 << 12
PARAMETERS = {"players": 0, "edition": "reconstructed", "max_rounds": 0, "reward": REWARDS[0], "deals": 0, "history": 0}


def short_name(game: Game) -> str:
    """Return the name in OpenSpiel's registry: `python_africana` for `africana_v0`."""
    return f"python_{game.name.rsplit('_v', 1)[0]}"


def game_type(game: Game, reward: str, history: int = 0) -> pyspiel.GameType:
    """Return the game's `GameType`, which OpenSpiel knows before loading the game."""
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if reward == "score" else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.REWARDS if reward in AS_IT_HAPPENS else kind.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=history > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def game_info(batch: Batch, max_chance_outcomes: int) -> pyspiel.GameInfo:
    """Return the sizes of a loaded game. Utility bounds are tight for `outcome` only. The bound of the length assumes
    that no player takes more decisions in a round than there are actions."""
    game = batch.game
    lead = 2 * MAX_POINTS * game.margin_scale
    most = {"outcome": 1.0, "margin": lead, "lead": 2 * lead, "score": 2.0 * MAX_POINTS}
    utility = most[batch.reward_scheme]
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.actions),
        max_chance_outcomes=max_chance_outcomes,
        num_players=batch.num_players,
        min_utility=-utility,
        max_utility=utility,
        utility_sum=None if batch.reward_scheme == "score" else 0.0,
        max_game_length=batch.max_rounds * batch.num_players * len(game.actions),
    )


class BoardGame(pyspiel.Game):
    """A loaded game. Its states share one batch of one game, which moves to the position that is needed."""

    game: Game
    """Set by `register` in a class for each game."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game, parameters = self.game, {**PARAMETERS, **(parameters or {})}
        options = {
            "num_players": parameters["players"] or None,
            "edition": load_edition(game, parameters["edition"]),
            "reward": parameters["reward"],
            "max_rounds": parameters["max_rounds"] or None,
        }
        number = check_int("deals", parameters["deals"], 0, MAX_DEALS)
        self.batch = Batch(game, 1, **options)
        players = self.batch.num_players
        self._witnesses = Batch(game, players, **options)
        """The same game once for each seat, to observe it for all at once."""
        self._seats = np.arange(players, dtype=np.int16)
        self.deals = different_deals(game, number, **options) if number else []
        self.texts = list(game.action_texts(self.batch.edition.data))
        self.history = check_int("history", parameters["history"], 0, MAX_HISTORY)
        self._place = b""
        outcomes = number or BYTE
        self.outcomes = [(outcome, 1 / outcomes) for outcome in range(outcomes)]
        kind = game_type(game, self.batch.reward_scheme, self.history)
        super().__init__(kind, game_info(self.batch, outcomes), parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> "BoardGameState":
        return BoardGameState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes, see `deals`."""
        return 1 if self.deals else SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer of observations, or of information states with perfect recall, for a single player."""
        if params:
            raise UserError(f"observations take no parameters, not {format_value(params)}")
        if iig_obs_type is None:
            return Observer(self, False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise UserError("observations combine public information with one player's")
        return Observer(self, iig_obs_type.perfect_recall)

    def batch_at(self, position: bytes) -> Batch:
        """Return the batch, moved to this position."""
        if position is not self._place:
            self.batch.put_states(np.frombuffer(position, self.batch.game.state_dtype))
            self._place = position
        return self.batch

    def position(self) -> bytes:
        """Return the batch's current position."""
        self._place = self.batch.states.tobytes()
        return self._place

    def rewards(self) -> np.ndarray:
        """Return the rewards of the batch's last step by seat. OpenSpiel checks sums of zero more closely than single
        precision: losers take the difference."""
        rewards = self.batch.reward[0].astype(np.float64)
        losers = rewards < 0
        if self.batch.reward_scheme != "score" and losers.any():
            rewards[losers] -= rewards.sum() / losers.sum()
        return rewards

    def views(self) -> tuple[bytes, ...]:
        """Return what each seat sees of the batch's position."""
        self._witnesses.put_states(np.repeat(self.batch.states, len(self._seats)))
        self._witnesses.observe(self._seats, self._witnesses.observation)
        return tuple(view.tobytes() for view in self._witnesses.observation)


def load(name: str, parameters: dict[str, Any]) -> BoardGame:
    """Return the registered game with this name. Pickles need a Python function."""
    return pyspiel.load_game(name, parameters)


class BoardGameState(pyspiel.State):
    """A game in progress.

    OpenSpiel clones a state by deep copies of its attributes: numbers, bytes and small arrays that are never changed in
    place.
    """

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        players = game.batch.num_players
        self._seed = 0
        self._chance_nodes = game.max_chance_nodes_in_history()
        """Chance nodes that are still to come."""
        self._position = b""
        self._player = int(pyspiel.PlayerId.CHANCE)
        self._mask = b""
        self._views = (bytes(len(game.batch.game.observation)),) * players
        self._digests = (b"",) * players
        """Each seat's digest of everything that it has seen and done."""
        self._histories: tuple[tuple[tuple[int, bytes], ...], ...] = ((),) * players
        """The same in full, if the game keeps it: the own action or `NOTHING`, and the view after it."""
        self._rewards = np.zeros(players)
        self._returns = np.zeros(players)

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        return self._player

    def is_terminal(self) -> bool:
        return self._player == pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(np.frombuffer(self._mask, np.int8)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the bytes of the seed, or the deals."""
        return self.get_game().outcomes

    def returns(self) -> list[float]:
        """Return the sums of the rewards so far."""
        return self._returns.tolist()

    def rewards(self) -> list[float]:
        """Return the rewards of the last action."""
        return self._rewards.tolist()

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self._chance_nodes:
            self._apply_chance(game, action)
            return
        batch = game.batch_at(self._position)
        batch.step_one(legal_action(batch, action))
        self._rewards = game.rewards()
        self._returns = self._returns + self._rewards
        self._follow(game, self._player, action)

    def _apply_chance(self, game: BoardGame, outcome: int) -> None:
        check_int("a chance outcome", outcome, 0, len(game.outcomes) - 1)
        self._chance_nodes -= 1
        self._seed = game.deals[outcome] if game.deals else self._seed * BYTE + outcome
        if not self._chance_nodes:
            game.batch.reset_to(self._seed)
            self._seed = 0
            self._follow(game)

    def _follow(self, game: BoardGame, mover: int | None = None, action: int = 0) -> None:
        """Store the batch's position, which `action` of the seat `mover` led to, and what all seats see of it."""
        batch = game.batch
        running = batch.status[0] == RUNNING
        self._position = game.position()
        self._player = int(batch.current_player[0] if running else pyspiel.PlayerId.TERMINAL)
        self._mask = batch.action_mask.tobytes()
        views = game.views()
        own = [action if seat == mover else NOTHING for seat in range(len(views))]
        digests = tuple(map(recall, self._digests, self._views, views, own))
        if game.history:
            self._histories = tuple(
                history if digests[seat] == self._digests[seat] else (*history, (own[seat], views[seat]))
                for seat, history in enumerate(self._histories)
            )
        self._digests, self._views = digests, views

    def view(self, player: int) -> np.ndarray:
        """Return what a seat sees, `uint8` of shape `(features,)`; zeros before the deal."""
        return np.frombuffer(self._views[player], np.uint8)

    def seen(self, player: int) -> str:
        """Return the digest of everything that a seat has seen and done; empty before the deal."""
        return self._digests[player].hex()

    def history_of(self, player: int) -> tuple[tuple[int, bytes], ...]:
        """Return all views of a seat, each with the own action before it or `NOTHING`. Raises `UserError` if they
        exceed the tensor."""
        history, rows = self._histories[player], self.get_game().history
        if not rows:
            raise UserError(
                "information state tensors are for short games, such as edition mini, loaded with history=28"
            )
        if len(history) > rows:
            raise UserError(f"player {player} has seen {len(history)} views: load the game with history={len(history)}")
        return history

    def resample_from_infostate(self, player_id: int, sampler: Any) -> "BoardGameState":
        """Return a state that the player cannot tell from this one; `sampler()` draws from [0, 1)."""
        game = self.get_game()
        if self._chance_nodes:
            return self.clone()
        other = game.new_initial_state()
        vars(other).update(vars(self))
        batch = game.batch_at(self._position)
        batch.resample(np.array([player_id], np.int16), np.array([int(sampler() * 2.0**53)], np.uint64))
        other._digests = (b"",) * batch.num_players
        other._views = other._digests  # differs from every view: all digests start again
        other._histories = ((),) * batch.num_players
        other._follow(game)
        digests, histories = list(other._digests), list(other._histories)
        digests[player_id], histories[player_id] = self._digests[player_id], self._histories[player_id]
        other._digests, other._histories = tuple(digests), tuple(histories)
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player != pyspiel.PlayerId.CHANCE:
            return game.texts[action]
        return f"{'deal' if game.deals else 'seed byte'} {action}"

    def __str__(self) -> str:
        if self._chance_nodes:
            return f"before the deal, the seed so far {self._seed:#x}, chance nodes to come {self._chance_nodes}"
        batch = self.get_game().batch
        state = np.frombuffer(self._position, batch.game.state_dtype)[0]
        return render_text(batch.game, batch.edition, state, int(state["current_player"]))


class Observer:
    """OpenSpiel's observer of a player's observations, or with perfect recall of information states. `set_from` fills
    `tensor` (`float32`). `dict` has its parts: observation fields by name, or `actions` and `views` of an information
    state, shapes `(history, actions)` and `(history, features)`. Without `history` an information state has no tensor:
    None."""

    def __init__(self, loaded: BoardGame, perfect_recall: bool) -> None:
        game, rows = loaded.batch.game, loaded.history
        self._perfect_recall = perfect_recall
        self._labels = [f"{field.name}[{index}]" for field in game.observation.parts for index in range(field.size)]
        self._scale = feature_scale(game.observation)
        features, actions = len(game.observation), len(game.actions)
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not perfect_recall:
            self.tensor = np.zeros(features, np.float32)
            self.dict = game.observation.unpack(self.tensor)
        elif rows:
            self.tensor = np.zeros(rows * (actions + features), np.float32)
            done, seen = np.split(self.tensor, [rows * actions])
            self.dict = {"actions": done.reshape(rows, actions), "views": seen.reshape(rows, features)}

    def set_from(self, state: BoardGameState, player: int) -> None:
        if not self._perfect_recall:
            np.multiply(state.view(player), self._scale, out=self.tensor)
            return
        history = state.history_of(player)
        for part in self.dict.values():
            part.fill(0)
        for row, (action, view) in enumerate(history):
            if action != NOTHING:
                self.dict["actions"][row, action] = 1
            np.multiply(np.frombuffer(view, np.uint8), self._scale, out=self.dict["views"][row])

    def string_from(self, state: BoardGameState, player: int) -> str:
        """Return a digest with perfect recall, else the features that are not 0, by field."""
        if self._perfect_recall:
            return f"player {player} {state.seen(player)}"
        view = state.view(player)
        return " ".join(f"{self._labels[feature]}={view[feature]}" for feature in np.flatnonzero(view))


def register(game: Game) -> None:
    pyspiel.register_game(game_type(game, REWARDS[0]), type(game.title, (BoardGame,), {"game": game}))


for _name in game_names():
    register(load_game(_name))
