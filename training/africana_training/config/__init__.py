"""Settings of a training run: their schema, its checks and YAML files."""
