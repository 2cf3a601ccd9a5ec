"""Words for a person's first game."""

from africana_env.engine.game.contract import FirstGame

FIRST_GAME = FirstGame(
    goal="Travel by playing cards, and reach the targets of expeditions and adventures for points. Most points win.",
    notes={
        "step": "Step to a lit place: pay a card of one of its colours, or any other card and 5 silver. "
        "Yellow arrows with a number mark an expedition: one leaves its start, one points at its target.",
        "draw": "Few cards? Draw two. That is your whole turn.",
        "join_expedition": "An expedition starts here. Join it for its bonus, and be the first at its target.",
        "buy_adventure": "Buy this adventure for 5 silver. Only you can finish it. Its target is in the other half.",
    },
    words={
        "expedition": "a task for all: join it at its start; only the first to finish it at its target is paid",
        "adventure": "a task that you buy from a book and finish at its target; only you can finish it",
        "travel card": "pays for a step to a place of its colour, and is then discarded",
        "joker": "pays for any step, once per turn, and returns to your hand",
        "assistant": "a card that pays for one step of its colour per turn and returns to your hand",
        "artifact": "a find that pays silver and points; collections of artifacts pay more at the end",
        "marker": "shows that you have joined an expedition; you have four",
        "silver": "money for pages and adventures; 10 silver are 1 point at the end, 1 gold is 5 silver",
        "turn page": "look at the next adventure of the book; the first page of a turn is free",
    },
)
