// A first game: the goal, notes that point at the board when they are first needed, and the meanings of words.

import { byId, docked, keep, kept, make, part } from "./elements.js";
import { putBeside } from "./moves.js";

const KEPT = "africana-notes"; // what was dismissed, for good
const ALL = "all";
const GOAL = "goal";

let guide = { game: "", goal: "", notes: {}, words: {} };
let pattern = null; // of the words that have a meaning
let dismissed = new Set((kept(KEPT) ?? "").split("|"));

/** Load the words of the game; then `ready()`. */
export async function loadGuide(ready) {
  const answer = await fetch(`${location.pathname}/guide.json`).catch(() => null);
  if (!answer?.ok) return;
  guide = await answer.json();
  pattern = patternOf(Object.keys(guide.words));
  byId("goal").hidden = !guide.goal || isDismissed(GOAL);
  byId("goal").firstElementChild.textContent = guide.goal;
  explain(byId("goal").firstElementChild);
  byId("words").append(
    ...Object.entries(guide.words).flatMap(([word, meaning]) => [make("dt", {}, word), make("dd", {}, meaning)]),
  );
  ready();
}

const nameOf = (what) => (what === ALL ? ALL : `${guide.game}/${what}`);
const isDismissed = (what) => dismissed.has(ALL) || dismissed.has(nameOf(what));

/** The person has taken an action of a group: it needs no note. */
export function understood(group) {
  if (group in guide.notes) dismiss(group);
}

function dismiss(what) {
  dismissed = new Set([...dismissed, nameOf(what)]);
  keep(KEPT, [...dismissed].join("|"));
}

// Notes

/** Show the first note that these legal actions call for. */
export function showNote(actions) {
  closeNote();
  const first = Object.entries(guide.notes).find(([group]) =>
    !isDismissed(group) && actions.some((action) => action.group === group)
  );
  if (!first) return;
  const [group, words] = first;
  const parts = actions.filter((action) => action.group === group).flatMap((action) => action.parts);
  const place = parts.map(part).find(Boolean);
  const close = (what) => () => (dismiss(what), showNote(actions));
  const text = make("p", {}, words);
  explain(text);
  const note = make(
    "div",
    { class: "note", role: "note" },
    text,
    make("button", { onclick: close(group) }, "Got it"),
    make("button", { onclick: close(ALL) }, "No more notes"),
  );
  if (place && !docked.matches) {
    byId("board").append(note);
    putBeside(note, place);
  } else byId("dock").append(note);
  place?.classList.add("noted");
}

export function closeNote() {
  document.querySelector(".note")?.remove();
  document.querySelector(".noted")?.classList.remove("noted");
}

byId("goal").lastElementChild.onclick = () => {
  dismiss(GOAL);
  byId("goal").hidden = true;
};

// Words

/** A pattern of words, the longest first; null if there are none. */
function patternOf(words) {
  const sorted = words.toSorted((one, other) => other.length - one.length);
  return words.length ? new RegExp(`\\b(${sorted.join("|")})s?\\b`, "gi") : null;
}

const wordIn = (text) => (pattern ? text.match(pattern)?.[0].toLowerCase() : null);
const stem = (word) => (word in guide.words ? word : word.slice(0, -1)); // without the plural's s

/** Mark the words in an element that have a meaning. */
export function explain(element) {
  if (!pattern) return;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (texts.currentNode.data.match(pattern)) found.push(texts.currentNode);
  for (const text of found) {
    const parts = [];
    let end = 0;
    for (const match of text.data.matchAll(pattern)) {
      parts.push(
        text.data.slice(end, match.index),
        make("span", { class: "word", "data-word": stem(match[0].toLowerCase()) }, match[0]),
      );
      end = match.index + match[0].length;
    }
    text.replaceWith(...parts, text.data.slice(end));
  }
}

/** Mark the words of a board outside its lit parts, and the meanings of words on buttons. */
export function explainBoard() {
  for (const text of byId("board").querySelectorAll("svg text")) {
    const word = text.closest(".legal, .now, defs, symbol") ? null : wordIn(text.textContent);
    if (!word) continue;
    text.classList.add("word");
    text.onclick = () => showMeaning(text); // of its own: else a finger would hit a lit part nearby
    text.dataset.word = stem(word);
  }
  for (const button of document.querySelectorAll("#moves button[data-action]:not([title])")) {
    const word = wordIn(button.textContent);
    if (word) button.title = `${stem(word)}: ${guide.words[stem(word)]}`;
  }
}

function showMeaning(element) {
  const place = byId("meaning");
  const word = element?.dataset.word;
  place.hidden = !word;
  if (!word) return;
  place.replaceChildren(make("b", {}, `${word}: `), guide.words[word]);
  const box = element.getBoundingClientRect();
  place.style.left = `${Math.max(8, Math.min(box.left, innerWidth - place.offsetWidth - 8))}px`;
  const below = box.bottom + 4;
  place.style.top = `${below + place.offsetHeight < innerHeight ? below : box.top - place.offsetHeight - 4}px`;
}

document.addEventListener("pointerover", ({ target }) => showMeaning(target.closest(".word")));
document.addEventListener("click", ({ target }) => showMeaning(target.closest(".word")));
document.addEventListener("scroll", () => showMeaning(null), true);
document.addEventListener("keydown", ({ key }) => key === "Escape" && showMeaning(null));
