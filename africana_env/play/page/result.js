// The end of a game: who won, the points by part, and the next steps.

import { showAnalysis } from "./analysis.js";
import { byId, capital, make, seatMark, titled } from "./elements.js";

const dialog = byId("result");

/** Show the result of a view, if any; `ask` sends requests. The dialog opens once. It stays open when the others start
 *  the next game; closing it joins them. */
export function showResult(view, isNew, ask) {
  byId("reopen").hidden = !view.result;
  byId("begun").hidden = byId("join").hidden = view.result !== null;
  for (const name of ["new", "turned", "look"]) byId(name).hidden = view.result === null;
  if (!view.result) return view.is_alone && dialog.close();
  const { winners, how } = view.result;
  byId("result-title").replaceChildren(...winners.map(seatMark), winnersOf(view).replace(/^you\b/, "You"));
  byId("how").textContent = how && `${capital(how)}.`;
  dialog.querySelector("table").replaceChildren(...pointsOf(view));
  dialog.style.setProperty("--seats", view.players.length);
  const begin = (rotate) => {
    dialog.close();
    ask({ do: "new", rotate });
  };
  byId("new").onclick = () => begin(false);
  byId("turned").onclick = () => begin(true);
  byId("turned").textContent = `Play again, ${view.players.length > 2 ? "rotate" : "swap"} seats`;
  byId("record").href = `${location.pathname}/record`;
  byId("replay").href = `${location.pathname}/replay`;
  if (!isNew) return;
  if (!dialog.open) dialog.showModal();
  showAnalysis();
}

/** Who won, as a sentence. */
export function winnersOf({ players, result: { winners, tie_break } }) {
  const names = winners.map((seat) => players[seat]).join(" and ");
  const verb = winners.length > 1 ? "share the win" : names === "you" ? "win" : "wins";
  return `${names} ${verb} ${tie_break}`.trim();
}

function pointsOf({ players, result: { parts, points, winners } }) {
  const called = (seat) => `${winners.includes(seat) ? "★ " : ""}${titled(players[seat])}`;
  const seats = players.map((_, seat) =>
    make("th", { scope: "col" }, seatMark(seat), make("br"), make("span", { class: "name" }, called(seat)))
  );
  const numbers = [...parts.keys()].slice(parts.length === 2 ? 1 : 0); // a single part is the total
  const rows = numbers.map((number) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, parts[number]),
      ...points.map((row) => make("td", {}, `${row[number]}`)),
    )
  );
  return [make("thead", {}, make("tr", {}, make("td"), ...seats)), make("tbody", {}, ...rows)];
}

byId("look").onclick = byId("join").onclick = () => dialog.close();
byId("reopen").onclick = () => dialog.showModal();
