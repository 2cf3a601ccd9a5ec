// What each move cost, below the result.

import { byId, make, seatMark, titled } from "./elements.js";

const EVERY = 1000; // milliseconds between requests
const TITLE = "What each move cost";
const place = byId("analysis");
let asked = 0;

/** Poll for the analysis of the game; a later call cancels this one. */
export async function showAnalysis(players) {
  const mine = ++asked;
  place.hidden = true;
  while (mine === asked) {
    const answer = await fetch(`${location.pathname}/analysis`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (mine !== asked || !found || found.problem) return;
    place.hidden = false;
    if (found.given_away) return place.replaceChildren(...inWords(found, players));
    const done = make("progress", { value: found.share, "aria-label": TITLE });
    place.replaceChildren(make("h3", {}, TITLE), done);
    await new Promise((go) => setTimeout(go, EVERY));
  }
}

function inWords({ bot, rollouts, given_away: lost, costliest }, players) {
  const how =
    `Estimated points lost against the best move, given what the player knew: ${bot} plays every option to the end ` +
    `${rollouts} times. ± is one standard error. A costly move lost more than two standard errors.`;
  const rows = lost.map((one, seat) =>
    make("li", {}, seatMark(seat), `${titled(players[seat])} lost ${points(one)} points`, make("br"), share(one))
  );
  const list = costliest.map((one) => {
    const there = { href: `${location.pathname}/replay#${one.decision}`, target: "_blank" };
    const where = make("a", there, `move ${one.decision}`);
    return make("li", {}, make("b", {}, `${points(one)}: `), `${one.taken}; better: ${one.better} (`, where, ")");
  });
  const worst = list.length ? [make("p", {}, "Your costliest moves:"), make("ol", {}, ...list)] : [];
  return [make("h3", {}, TITLE), make("p", { class: "how" }, how), make("ul", {}, ...rows), ...worst];
}

const points = ({ points, error }) => `${points.toFixed(1)} ± ${error.toFixed(1)}`;
const share = ({ decisions, costly }) => `${costly} of ${decisions} choices were costly`;
