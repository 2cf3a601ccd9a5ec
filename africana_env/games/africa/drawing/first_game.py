"""Words for a person's first game."""

from africana_env.engine.game.contract import FirstGame

FIRST_GAME = FirstGame(
    goal="Walk through Africa, turn up what lies hidden, and camp beside the best finds for points. Most points win.",
    notes={
        "put_researcher": "Put your researcher on a lit space. It may be far away, but it is your whole turn.",
        "walk": "Walk up to two spaces, then take an action. The lit spaces are in reach.",
        "uncover": "Uncover a marker beside you. Animals and nomads pay at once for what lies beside them.",
        "camp_minerals": "Camp here to take the open gold and gems beside you. You have few camps.",
    },
    words={
        "face down": "nobody knows what lies there until someone uncovers it",
        "gold": "pays 1 or 2 points, as shown, to whoever uncovers it; who camps for most of it gets 10 at the end",
        "gems": "pay 1 or 2 points, as shown, to whoever uncovers them; who camps for most gets 10 at the end",
        "minerals": "gold and gems",
        "nomad": "pays 1 point for each free space beside it",
        "monument": "gives a camp to whoever uncovers it; the last one ends the game",
        "researcher": "your piece on the board; spaces with a researcher are taken",
        "camp": "is set on your space: for research it pays for sights beside it, for minerals it takes them",
        "goods": "kettles, statues, head carvings, garments and drums; many of one kind pay more",
        "trade": "take all goods of one kind from a player for the same number of the kind just found",
    },
)
