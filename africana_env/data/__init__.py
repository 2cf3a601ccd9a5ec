"""Datasets: games stored as seeds and actions, read as batches of observations."""

from africana_env.data.dataset import Dataset as Dataset
from africana_env.data.dataset import Decisions as Decisions
from africana_env.data.record import record_dataset as record_dataset
from africana_env.data.shuffle import shuffled as shuffled
