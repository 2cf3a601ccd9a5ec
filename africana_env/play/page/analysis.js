// What the decisions of the game gave away, below its result.

import { byId, make, seatMark, titled } from "./elements.js";

const EVERY = 1000; // milliseconds until it is asked for again
const place = byId("analysis");
let asked = 0;

/** Ask for the analysis until it is there; that of another game is no longer waited for. */
export async function showAnalysis(players) {
  const mine = ++asked;
  place.hidden = true;
  while (mine === asked) {
    const answer = await fetch(`${location.pathname}/analysis`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (mine !== asked || !found || found.problem) return;
    place.hidden = false;
    if (found.given_away) return place.replaceChildren(...inWords(found, players));
    const done = make("progress", { value: found.share, "aria-label": "Analysis" });
    place.replaceChildren(make("h3", {}, "Analysis"), done);
    await new Promise((go) => setTimeout(go, EVERY));
  }
}

function inWords({ bot, rollouts, given_away: lost, costliest }, players) {
  const how =
    `Points of the lead that decisions gave away, estimated from what the player knew: every choice is played to the ` +
    `end ${rollouts} times by ${bot}. ± is one standard error. A decision is costly if it gave away more than two standard errors.`;
  const rows = lost.map((one, seat) =>
    make("li", {}, seatMark(seat), `${titled(players[seat])}: ${points(one)} in all`, make("br"), share(one))
  );
  const list = costliest.map((one) => {
    const there = { href: `${location.pathname}/replay#${one.decision}`, target: "_blank" };
    const where = make("a", there, `decision ${one.decision}`);
    return make("li", {}, make("b", {}, `${points(one)}: `), `${one.taken}; better: ${one.better} (`, where, ")");
  });
  const worst = list.length ? [make("p", {}, "Your costliest decisions:"), make("ol", {}, ...list)] : [];
  return [make("h3", {}, "Analysis"), make("p", { class: "how" }, how), make("ul", {}, ...rows), ...worst];
}

const points = ({ points, error }) => `${points.toFixed(1)} ± ${error.toFixed(1)}`;
const share = ({ decisions, costly }) => `costly: ${costly} of ${decisions} decisions with a choice`;
