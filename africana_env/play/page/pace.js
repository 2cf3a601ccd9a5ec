// The pace: what the others do is shown one decision after the other, each for so long.
//
// The server sends a view after every decision: the board, the decisions so far and what can be done now. Nothing else
// is needed here: views that come faster than they are shown wait in a queue. What the person does is shown at once,
// and so is a view that does not follow from the one before, such as after taking back.

import { byId, make } from "./elements.js";

const SECONDS = { slow: 2, normal: 1, off: 0 };
const KEPT = "africana-pace";

let queue = [];
let last = null; // the view that came last
let timer = null;
let showing = () => {};

byId("pace").append(...Object.keys(SECONDS).map((name) => make("option", { value: name }, name)));
byId("pace").value = kept() in SECONDS ? kept() : "normal";

/** The pace that was chosen last; none where a page may keep nothing. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(name) {
  try {
    localStorage.setItem(KEPT, name);
  } catch { /* it is chosen for this page alone */ }
}

/** Seconds that a decision is shown for. */
export const seconds = () => SECONDS[byId("pace").value];

/** Whether the page is behind the game. */
export const isBehind = () => queue.length > 0;

/** Let `show(view)` be called with the views in their order. */
export function showBy(show) {
  showing = show;
}

/** Take a view that has come. */
export function receive(view) {
  const follows = last !== null && view.decisions.length >= last.decisions.length && view.seat === last.seat;
  const added = follows ? view.decisions.slice(last.decisions.length) : [];
  const isOwn = added.every(({ seat }) => seat === view.seat);
  last = view;
  if (!follows || seconds() === 0) return skip(view);
  queue.push(view);
  if (timer === null || (isOwn && queue.length === 1)) next();
  else showSkip();
}

/** Show the last view now; `view` is the last if it is not in the queue. */
export function skip(view = queue.at(-1)) {
  clearTimeout(timer);
  timer = null;
  queue = [];
  if (view) showing(view);
  showSkip();
}

function next() {
  clearTimeout(timer);
  timer = null;
  const view = queue.shift();
  if (view) {
    timer = setTimeout(next, 1000 * seconds());
    showing(view);
  }
  showSkip();
}

function showSkip() {
  byId("skip").hidden = !isBehind();
}

function choose(name) {
  byId("pace").value = name;
  keep(name);
  if (seconds() === 0) skip();
}

byId("skip").onclick = () => skip();
byId("pace").onchange = () => choose(byId("pace").value);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return;
  if (event.key === "s") skip();
  if (event.key === "p") {
    const names = Object.keys(SECONDS);
    choose(names[(names.indexOf(byId("pace").value) + 1) % names.length]);
  }
});
