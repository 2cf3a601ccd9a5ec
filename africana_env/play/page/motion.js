// Animation between two boards: pieces on both boards glide, new pieces come from where they were taken, and a card
// that is gone flies to the player who took it.

import { byId, draw, part } from "./elements.js";
import { plain } from "./outlines.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The pieces of the current board by name, with positions and copies. */
export function piecesOf(svg) {
  const found = new Map();
  for (const group of svg?.querySelectorAll("[data-piece]") ?? []) {
    found.set(group.dataset.piece, { ...placeOf(group), copy: plain(group), holders: holdersOf(group), group });
  }
  return found;
}

/** The positions of cards and supplies, by name. */
export function sourcesOf(svg) {
  const found = new Map();
  for (const group of svg?.querySelectorAll(".card[data-part], .supply") ?? []) {
    found.set(group.dataset.part, placeOf(group));
  }
  return found;
}

/** Animate these decisions. */
export function move(before, sources, decisions, milliseconds) {
  const svg = byId("board").querySelector("svg");
  if (still.matches || !milliseconds || !svg) return;
  const now = piecesOf(svg);
  for (const [name, piece] of now) {
    const from = before.get(name) ?? originOf(piece, sources, decisions);
    if (from && far(from.middle, piece.middle)) {
      piece.group.style.visibility = "hidden";
      fly(svg, piece, [from.middle, piece.middle], milliseconds, () => (piece.group.style.visibility = ""));
    }
  }
  for (const [name, piece] of before) {
    const taken = decisions.find(({ parts }) => parts.some((held) => piece.holders.includes(held)));
    if (now.has(name) || !taken || !piece.copy.classList.contains("card")) continue;
    const sheet = part(`player-${taken.seat}`);
    if (sheet) fly(svg, piece, [piece.middle, placeOf(sheet).middle], milliseconds, () => {});
  }
}

/** A page that was turned unfolds from the fold of its book. `old` holds the former drawings of the parts. */
export function turnPages(old, decisions, milliseconds) {
  if (still.matches || !milliseconds) return;
  for (const name of decisions.flatMap(({ parts }) => parts)) {
    const page = part(part(name)?.dataset.facing ?? "");
    if (!page || old.get(page.dataset.part) === plain(page).innerHTML) continue; // an adventure was bought
    const { x, width } = page.getBBox();
    page.style.transformOrigin = `${part(name).getBBox().x > x ? x + width : x}px 0`;
    page.animate({ transform: ["scaleX(0)", "none"] }, { duration: milliseconds, easing: "ease-out" });
  }
}

/** The origin of a new piece: a card or supply that a decision names, or else the player's sheet. */
function originOf(piece, sources, decisions) {
  for (const { seat, parts } of decisions) {
    const source = parts.find((name) => sources.has(name) && !piece.holders.includes(name));
    if (source) return sources.get(source);
    const sheet = part(`player-${seat}`);
    if (parts.length && sheet && !piece.holders.includes(`player-${seat}`) && !piece.copy.classList.contains("card")) {
      return placeOf(sheet);
    }
  }
  return null;
}

function fly(svg, { copy, matrix, middle }, way, milliseconds, done) {
  const { a, b, c, d, e, f } = matrix;
  copy.removeAttribute("data-part");
  copy.removeAttribute("data-piece");
  const placed = draw("g", { transform: `matrix(${[a, b, c, d, e, f]})` }, copy);
  const flying = draw("g", { "pointer-events": "none" }, placed);
  svg.append(flying);
  const frames = way.map(({ x, y }) => ({ transform: `translate(${x - middle.x}px, ${y - middle.y}px)` }));
  const flight = flying.animate(frames, { duration: milliseconds, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => (flying.remove(), done());
}

/** The center of a group in board units, and the transform of its parent. */
function placeOf(group) {
  const svg = group.ownerSVGElement;
  const fromScreen = svg.getScreenCTM().inverse();
  const { x, y, width, height } = group.getBBox();
  const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(group.getScreenCTM());
  return {
    matrix: fromScreen.multiply(group.parentNode.getScreenCTM()),
    middle: middle.matrixTransform(fromScreen),
  };
}

/** The names of the parts that contain a piece. */
function holdersOf(group) {
  const names = [];
  for (let holder = group; holder; holder = holder.parentElement?.closest("[data-part]")) {
    if (holder.dataset.part) names.push(holder.dataset.part);
  }
  return names;
}

const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) > 3;
