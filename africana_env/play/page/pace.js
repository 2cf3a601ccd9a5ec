// The pace: the others' decisions are shown one by one.
//
// The server sends a view after every decision: the board, the decisions so far and the legal actions. Views that arrive
// too fast wait in a queue. The person's own moves are shown at once, and so are views that do not follow the previous
// one, such as after undo.

import { byId, keep, kept, make } from "./elements.js";

const SECONDS = { slow: 2, normal: 1, instant: 0 };
const KEPT = "africana-pace";

let queue = [];
let last = null; // the newest view
let timer = null;
let showing = () => {};

byId("pace").append(...Object.keys(SECONDS).map((name) => make("option", { value: name }, name)));
byId("pace").value = kept(KEPT) in SECONDS ? kept(KEPT) : "normal";

/** Seconds for which a decision is shown. */
export const seconds = () => SECONDS[byId("pace").value];

/** Whether the page is behind the game. */
export const isBehind = () => queue.length > 0;

/** Call `show(view)` with the views in order. */
export function showBy(show) {
  showing = show;
}

/** Take a new view from the server. */
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

/** Show the newest view now, by default the last in the queue. */
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
  keep(KEPT, name);
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
