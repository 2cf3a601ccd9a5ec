// Helpers for all parts of the page.

export const byId = (id) => document.getElementById(id);
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const titled = (name) => (name === "you" ? "You" : name); // at the start of a line
export const part = (name) => byId("board").querySelector(`[data-part="${CSS.escape(name)}"]`);
export const narrow = matchMedia("(max-width: 699px)"); // such as phones
export const docked = matchMedia("(max-width: 999px)"); // moves are docked at the bottom, see play.css

export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.onclick = value;
    else element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

export function draw(tag, attributes, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** What the browser has stored under a name; null if it forbids storage. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* not stored: it holds for this page only */ }
}

export const seatMark = (seat) => make("span", { class: `seat seat-${seat}`, "aria-hidden": "true" }, String(seat + 1));
