"""What `africana_env` exports, and where it is: read by type checkers, and by `__init__.py` to import it late."""

from .api.registration import game_names as game_names
from .api.registration import load_game as load_game
from .bots import LEARNER as LEARNER
from .bots import Bot as Bot
from .bots import BotKind as BotKind
from .bots import Seating as Seating
from .bots import bot_names as bot_names
from .bots import make_bot as make_bot
from .bots import make_opponents as make_opponents
from .bots.asking import choose_action as choose_action
from .bots.asking import evaluate_position as evaluate_position
from .bots.random import random_action as random_action
from .engine.batch.batch import Batch as Batch
from .engine.batch.binding import bind_loop as bind_loop
from .engine.batch.binding import game_functions as game_functions
from .engine.batch.game_record import GameRecord as GameRecord
from .engine.editions.edition_features import edition_features as edition_features
from .engine.editions.editions import edition_names as edition_names
from .engine.editions.editions import load_edition as load_edition
from .engine.game.checks import check_int as check_int
from .engine.game.checks import check_seed as check_seed
from .engine.game.contract import REWARDS as REWARDS
from .engine.game.contract import Edition as Edition
from .engine.game.contract import Game as Game
from .engine.game.contract import ObservationName as ObservationName
from .engine.game.contract import RewardName as RewardName
from .engine.game.edition_data import NOTES as NOTES
from .engine.game.kernels import NEXT_GAME_STREAM as NEXT_GAME_STREAM
from .engine.game.kernels import supplied_by_game as supplied_by_game
from .engine.game.returns import win_shares as win_shares
from .engine.game.rng import generator_dtype as generator_dtype
from .engine.game.seeds import derive_seed as derive_seed
from .engine.game.state import CUT_OFF as CUT_OFF
from .engine.game.state import RUNNING as RUNNING
from .engine.game.state import TERMINATED as TERMINATED
from .engine.process.errors import UserError as UserError
from .engine.process.files import atomic_write as atomic_write

__version__: str
