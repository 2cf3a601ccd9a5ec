// The game log: the list of all decisions, and the news in one paragraph.

import { byId, make, seatMark, titled } from "./elements.js";
import { flashParts } from "./outlines.js";

const GLUE = "\u00a0"; // a space that does not break: the mark never stands alone on a line
const FORCED = ["only", "move"].join(GLUE);

/** Show the decisions of a view; the first `known` of them were shown before. */
export function showStory(view, known) {
  const nameOf = (seat) => titled(view.players[seat]);
  const lines = view.decisions.map((entry, number) => {
    const isNew = number >= view.since && (entry.seat !== view.seat || entry.forced);
    const goesOn = number > 0 && view.decisions[number - 1].seat === entry.seat;
    const line = make("li", isNew ? { class: "fresh" } : {}, entry.text, ...details(entry));
    line.onpointerenter = () => flashParts(entry.parts);
    return { goesOn, line };
  });
  byId("decisions").replaceChildren(...inTurns(view.decisions, lines, nameOf));
  byId("decisions").scrollTop = byId("decisions").scrollHeight;
  byId("news").textContent = tell(view.decisions.slice(known), view.seat, nameOf);
  let first = view.since; // revealed cards of your own last decisions are news as well
  while (first && view.decisions[first - 1].seat === view.seat) first -= 1;
  const parts = [view.decisions.slice(view.since), view.decisions.slice(first, view.since)];
  showLatest(parts.map((part) => tell(part, view.seat, nameOf)).filter(Boolean).join(" "));
}

/** The lines grouped by turn, each group below a sticky line with the player. */
function inTurns(decisions, lines, nameOf) {
  const turns = [];
  lines.forEach(({ goesOn, line }, number) => {
    const { seat } = decisions[number];
    if (!goesOn) turns.push(make("li", {}, make("p", { class: "who" }, seatMark(seat), nameOf(seat)), make("ol")));
    turns.at(-1).lastChild.append(line);
  });
  return turns;
}

/** What a decision revealed, and whether it was forced. */
function details({ forced, revealed }) {
  const drawn = revealed ? [make("span", { class: "revealed" }, revealed)] : [];
  return forced ? [...drawn, make("span", { class: "forced" }, [GLUE, "·", GLUE, FORCED].join(""))] : drawn;
}

/** The others' moves, forced moves and revealed cards, in one paragraph. */
function tell(decisions, own, nameOf) {
  const sentences = [];
  let last = null;
  for (const { seat, text, forced, revealed } of decisions) {
    if (seat === own && !forced && !revealed) continue;
    const words = text + (forced ? `${GLUE}(${FORCED})` : "") + (revealed ? ` – ${revealed}` : "");
    if (seat === last) sentences.push(`${sentences.pop()}, ${words}`);
    else sentences.push(`${nameOf(seat)}: ${words}`);
    last = seat;
  }
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

/** On small screens show two lines; a click shows all. */
function showLatest(words) {
  const latest = byId("latest");
  latest.firstElementChild.textContent = words;
  latest.firstElementChild.scrollTop = 0; // it begins with a sentence
  latest.classList.toggle("empty", words === ""); // its room stays, so that the board does not move
  latest.setAttribute("aria-expanded", "false");
  latest.classList.toggle("long", latest.firstElementChild.scrollHeight > latest.firstElementChild.clientHeight + 2);
}

byId("latest").onclick = () => {
  const isOpen = byId("latest").getAttribute("aria-expanded") === "true";
  byId("latest").setAttribute("aria-expanded", String(!isOpen));
};
