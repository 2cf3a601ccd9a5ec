"""Words for a person's first game."""

from africana_env.engine.game.contract import FirstGame

FIRST_GAME = FirstGame(
    goal="Everyone plays a card at once. The strongest score and win new animals for the hand. Most points win.",
    notes={
        "commit": "Choose a card; all are revealed together. The strongest of a colour wins one of that colour.",
        "take": "You win: take an animal into your hand. The card that you played scores.",
        "steal": "Your poacher works: take the top card of another score pile.",
        "show_hand": "Five animals of one colour: you may show your hand and change three of its cards.",
    },
    words={
        "commit": "choose a card, hidden until all have chosen",
        "row": "the open cards that are won this round",
        "strength": "decides who wins: the higher number of a colour picks first, equal ones are both out",
        "ranger": "puts an animal of the row onto your score pile; beats a poacher, two rangers cancel each other",
        "poacher": "moves the top card of another score pile onto yours; two poachers cancel each other",
        "score pile": "the cards whose points count at the end; cards in hand count nothing",
        "put under": "put the card under the pile and draw another one",
    },
)
