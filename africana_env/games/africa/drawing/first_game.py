"""Words for a person's first game."""

from africana_env.engine.game.contract import FirstGame

FIRST_GAME = FirstGame(
    goal="Walk through Africa, turn up what lies hidden, and camp beside the best finds for points. Most points win.",
    notes={
        "put_researcher": "Put your researcher on any lit space, near or far. That is your whole turn.",
        "walk": "Walk up to two spaces, then take an action. The lit spaces are in reach.",
        "uncover": "Uncover a marker beside you. Animals and nomads pay at once for what lies beside them.",
        "camp_minerals": "Camp here to take the open gold and gems beside you. You have few camps.",
    },
    words={
        "face down": "nobody knows what lies there until someone uncovers it",
        "gold": "pays 1 or 2 points, as shown, when uncovered; at the end, the most gold taken by camps pays 10",
        "gems": "pay 1 or 2 points, as shown, when uncovered; at the end, the most gems taken by camps pay 10",
        "minerals": "gold and gems",
        "nomad": "pays 1 point for each free space beside it",
        "monument": "gives you a camp when you uncover it; the last monument ends the game",
        "researcher": "your piece on the board; spaces with a researcher are taken",
        "camp": "scores animals, nomads and monuments beside your space (research), or takes gold and gems (minerals)",
        "goods": "kettles, statues, head carvings, garments and drums; many of one kind pay more",
        "trade": "take all goods of another kind from a player, and give the same number of the kind just found",
    },
)
