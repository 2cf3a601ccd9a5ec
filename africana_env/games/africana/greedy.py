from africana_env.engine.compiler import rule


@rule
def greedy(tables, state, mask, generator):
    return 0
