// The legend of the board, a dialog with a link to the rules.

import { byId, make } from "./elements.js";

const dialog = byId("legend");

let filling = null;

async function fill() {
  const signs = await (await fetch(`${location.pathname}/legend.json`)).json();
  byId("signs").append(
    ...signs.flatMap(([sign, words]) => {
      const term = make("dt");
      term.innerHTML = sign;
      return [term, make("dd", {}, words)];
    }),
  );
}

async function open() {
  const failed = byId("no-signs");
  filling ??= fill();
  await filling.then(() => (failed.hidden = true), () => (failed.hidden = false));
  if (!failed.hidden) filling = null; // try again next time
  dialog.showModal();
  dialog.scrollTop = 0; // the focused button is at the bottom
}

document.querySelector("#legend a").href = `${location.pathname}/rules.html`;
byId("help").onclick = open;
byId("close").onclick = () => dialog.close();
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // outside the dialog
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !dialog.open) open();
});
