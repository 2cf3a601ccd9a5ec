"""Settings of a training run: schema, checks and YAML files."""
