def render(edition, state):
    return ""
