// What the signs of the board mean, in a dialog, with the way to the rules.

import { byId, make } from "./elements.js";

const dialog = byId("legend");

let filling = null;

async function fill() {
  const signs = await (await fetch("legend.json")).json();
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
  if (!failed.hidden) filling = null; // another time it may be loaded
  dialog.showModal();
  dialog.scrollTop = 0; // the focus is on the button at its end
}

byId("help").onclick = open;
byId("close").onclick = () => dialog.close();
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !dialog.open) open();
});
