// What happened: the list of all decisions, and what is new in one paragraph.

import { byId, make, seatMark, titled } from "./elements.js";
import { flashParts } from "./outlines.js";

const FORCED = "the only move";

/** Tell the decisions of a view, of which so many were known. */
export function showStory(view, known) {
  const nameOf = (seat) => titled(view.players[seat]);
  const lines = view.decisions.map((entry, number) => {
    const isNew = number >= view.since && (entry.seat !== view.seat || entry.forced);
    const goesOn = number > 0 && view.decisions[number - 1].seat === entry.seat;
    const line = make("li", isNew ? { class: "fresh" } : {}, entry.text, ...details(entry));
    line.onpointerenter = () => flashParts(entry.parts); // where it was
    return { goesOn, line };
  });
  byId("decisions").replaceChildren(...inTurns(view.decisions, lines, nameOf));
  byId("decisions").scrollTop = byId("decisions").scrollHeight;
  byId("news").textContent = tell(view.decisions.slice(known), view.seat, nameOf);
  let first = view.since; // what came of the own decisions before is news, too, though older
  while (first && view.decisions[first - 1].seat === view.seat) first -= 1;
  const parts = [view.decisions.slice(view.since), view.decisions.slice(first, view.since)];
  showLatest(parts.map((part) => tell(part, view.seat, nameOf)).filter(Boolean).join(" "));
}

/** The lines in a list for each turn, below whose turn it was: that line stays in sight. */
function inTurns(decisions, lines, nameOf) {
  const turns = [];
  lines.forEach(({ goesOn, line }, number) => {
    const { seat } = decisions[number];
    if (!goesOn) turns.push(make("li", {}, make("p", { class: "who" }, seatMark(seat), nameOf(seat)), make("ol")));
    turns.at(-1).lastChild.append(line);
  });
  return turns;
}

/** What is shown of a decision beside its text. */
function details({ forced, revealed }) {
  const drawn = revealed ? [make("span", { class: "revealed" }, revealed)] : [];
  return forced ? [...drawn, make("span", { class: "forced" }, ` · ${FORCED}`)] : drawn;
}

/** What the others did, what was done for the person, and what came to light, in one paragraph. */
function tell(decisions, own, nameOf) {
  const sentences = [];
  let last = null;
  for (const { seat, text, forced, revealed } of decisions) {
    if (seat === own && !forced && !revealed) continue;
    const words = [text, ...(forced ? [`(${FORCED})`] : []), ...(revealed ? [`– ${revealed}`] : [])].join(" ");
    if (seat === last) sentences.push(`${sentences.pop()}, ${words}`);
    else sentences.push(`${nameOf(seat)}: ${words}`);
    last = seat;
  }
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

/** Where there is little room, two lines of it; all at a click. */
function showLatest(words) {
  const latest = byId("latest");
  latest.firstElementChild.textContent = words;
  latest.classList.toggle("empty", words === ""); // its room stays, so that the board does not move
  latest.setAttribute("aria-expanded", "false");
  latest.classList.toggle("long", latest.firstElementChild.scrollHeight > latest.firstElementChild.clientHeight + 2);
}

byId("latest").onclick = () => {
  const isOpen = byId("latest").getAttribute("aria-expanded") === "true";
  byId("latest").setAttribute("aria-expanded", String(!isOpen));
};
