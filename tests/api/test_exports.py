"""The package exports the names that it lists."""

import africana_env


def test_exported_names_are_there_and_documented():
    for name in africana_env.__all__:
        assert hasattr(africana_env, name), name
        assert f"`{name}`" in africana_env.__doc__, name
