// The end of a game: who won, the points by their parts, and what can be done next.

import { showAnalysis } from "./analysis.js";
import { byId, make, seatMark, titled } from "./elements.js";

const dialog = byId("result");

/** Show the result of a view, if there is one; `ask` sends what is chosen. It opens by itself once. */
export function showResult(view, isNew, ask) {
  byId("reopen").hidden = !view.result;
  if (!view.result) return dialog.close();
  const { winners } = view.result;
  byId("result-title").replaceChildren(...winners.map(seatMark), winnersOf(view));
  dialog.querySelector("table").replaceChildren(...pointsOf(view));
  dialog.style.setProperty("--seats", view.players.length);
  byId("new").onclick = () => ask({ do: "new", turn: false });
  byId("turned").onclick = () => ask({ do: "new", turn: true });
  byId("record").href = `${location.pathname}/record`;
  byId("replay").href = `${location.pathname}/replay`;
  if (!isNew) return;
  if (!dialog.open) dialog.showModal();
  showAnalysis(view.players);
}

/** Who won, in words. */
export function winnersOf({ players, result: { winners } }) {
  const names = winners.map((seat) => players[seat]).join(" and ");
  if (winners.length > 1) return `${names} share the win`;
  return names === "you" ? "You win" : `${names} wins`;
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

byId("look").onclick = () => dialog.close();
byId("reopen").onclick = () => dialog.showModal();
