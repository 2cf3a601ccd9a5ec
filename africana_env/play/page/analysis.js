// Win chances and the decisions that mattered most, below the result.

import { chart, howJudged } from "./chart.js";
import { byId, make, seatMark } from "./elements.js";

const EVERY = 1000; // milliseconds between requests
const TITLE = "What mattered most";
const place = byId("analysis");
let asked = 0;

/** Poll for the analysis of the game; a later call cancels this one. */
export async function showAnalysis() {
  const mine = ++asked;
  place.hidden = true;
  while (mine === asked) {
    const answer = await fetch(`${location.pathname}/analysis`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (mine !== asked || !found || found.problem) return;
    place.hidden = false;
    if (found.chances) return place.replaceChildren(...inWords(found));
    const done = make("progress", { value: found.share, "aria-label": TITLE });
    place.replaceChildren(make("h3", {}, TITLE), done);
    await new Promise((go) => setTimeout(go, EVERY));
  }
}

function inWords(found) {
  const chances = make("div", { class: "chances" });
  const options = { colours: found.colours, least: 0, most: 100, unit: "%", label: "Win chances over time" };
  chances.innerHTML = chart(found.chances, options);
  const list = found.key.map((one) => {
    const there = { href: `${location.pathname}/replay#${one.decision}`, target: "_blank" };
    const where = make("a", there, `move ${one.decision}`);
    const lost = make("b", {}, `−${one.lost} ± ${one.error} %`);
    return make("li", {}, seatMark(one.seat), " ", lost, ` ${one.taken}; better: ${one.better} (`, where, ")");
  });
  const none = make("p", {}, "No decision clearly cost win chances.");
  const how = make("p", { class: "how" }, howJudged(found), " ± is one standard error.");
  const parts = [make("h3", {}, "Win chances"), chances, make("h3", {}, TITLE)];
  return [...parts, list.length ? make("ol", {}, ...list) : none, how];
}
