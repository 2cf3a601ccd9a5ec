"""A custom learner on generated boards: it observes entities, and plays editions that it never saw.

    pip install --constraint constraints.txt . torch   # in a copy of the repository
    python examples/any_edition.py --game africana_v0 --timesteps 80000   # some minutes

Training is as in `own_learner.py`, on `generated:0-999999`; the rating is on `generated:1000000-1000099`. All entities
of a kind (cards, locations, spaces) share a layer, and the logit of an action follows from the entities that it names.
So no weight belongs to a particular entity.
"""

import argparse
from collections.abc import Sequence

import numpy as np
import torch
from own_learner import NUM_GAMES, NUM_STEPS, Network, train
from torch import Tensor, nn

from africana_env import Batch, Game, game_names, load_game, make_bot
from africana_env.arena.evaluate import evaluate
from africana_env.bots.function import FunctionBot

UNITS = 32
TRAINING, HELD_OUT = "generated:0-999999", "generated:1000000-1000099"


class EntityNetwork(Network):
    """Logits and value from entity observations, with shared layers for all entities of a kind."""

    def __init__(self, game: Game) -> None:
        nn.Module.__init__(self)
        space, groups = game.space_of("entities"), game.actions.groups
        self.register_buffer("scale", torch.ones(len(space)))
        self.kinds = [(kind.name, where, (kind.number, len(kind.features))) for kind, where in space]
        self.encode = nn.ModuleDict({name: nn.Linear(size[1], 2 * UNITS) for name, _, size in self.kinds})
        self.groups = [
            (group.size, [(kind.name, torch.as_tensor(index)) for kind, _, index in space.of_actions(group)])
            for group in groups
        ]
        self.trunk = nn.Sequential(nn.Linear(UNITS * len(self.kinds), 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.context = nn.Linear(128, UNITS * len(groups))
        self.logit = nn.ModuleList(nn.Linear(UNITS, 1) for _ in groups)
        self.value = nn.Linear(128, 1)

    def fit_scale(self, batch: Batch, decisions: int = 50) -> None:
        """Scale each feature to a root mean square of 1 over its nonzero values in games of `greedy`. Unscaled, small
        features are learned late."""
        batch.reset(seed=2)
        bot, seen = make_bot("greedy", batch.game, batch.num_games), []
        every_row, actions = np.ones(batch.num_games, np.bool_), np.zeros(batch.num_games, np.int64)
        for _ in range(decisions):
            bot.act(batch, every_row, actions)
            batch.step(actions)
            seen.append(torch.as_tensor(batch.observation.copy()))
        for _, where, size in self.kinds:
            table = torch.cat(seen)[:, where].reshape(-1, size[1]).float()
            usual = (table.square().sum(0) / (table != 0).sum(0).clamp(min=1)).sqrt().clamp(min=1)
            self.scale[where] = (1 / usual).repeat(size[0])

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """See `Network`; for entity observations."""
        scaled = observations * self.scale
        tables = {name: self.encode[name](scaled[:, where].unflatten(1, size)) for name, where, size in self.kinds}
        pooled = [table[..., :UNITS].relu().mean(1) for table in tables.values()]
        hidden = self.trunk(torch.cat(pooled, 1))
        context = self.context(hidden).unflatten(1, (-1, 1, UNITS)).unbind(1)  # one per group
        logits = []
        for (size, things), asked, logit in zip(self.groups, context, self.logit, strict=True):
            units = asked.expand(-1, size, -1)
            for name, index in things:
                units = units + tables[name][:, index, UNITS:]
            logits.append(logit(units.relu())[..., 0])
        masked = torch.cat(logits, 1).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(masked, dim=1), self.value(hidden)[:, 0]


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, then print and return the win rate on held-out editions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [name for name in game_names() if load_game(name).editions is not None]
    parser.add_argument("--game", default="africana_v0", choices=names)
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--timesteps", type=int, default=80_000)
    parser.add_argument("--num_games", type=int, default=1000, help="games to rate the result with")
    options = parser.parse_args(arguments)
    torch.manual_seed(1)
    game = load_game(options.game)
    batch = Batch(
        game, NUM_GAMES, options.num_players, TRAINING, reward="score", autoreset=True, observation="entities"
    )
    network = EntityNetwork(game)
    network.fit_scale(batch)
    train(batch, network, max(1, options.timesteps // (NUM_GAMES * NUM_STEPS)))
    games = options.num_games - options.num_games % options.num_players  # each deal is played from every seat
    bot = FunctionBot("PPO", network.decide, games, observation="entities")
    result = evaluate(
        game, bot, ["random"], num_players=options.num_players, num_games=games, edition=HELD_OUT
    ).results[0]
    print(f"{game.title}, {options.num_players} players: {result.win_rate:.0%} of {games} games won against random")
    return result.win_rate


if __name__ == "__main__":
    main()
