// Outlines around legal parts of the board and around changes.

import { byId, draw, part } from "./elements.js";

const WORDS_GAP = 4; // between the words of a part and its outline
const HEXAGON = 2 / Math.sqrt(3); // height over width of a pointy-top hexagon

/** The outline of a part or of its frame: a rectangle around sheets, a hexagon for hexagons, round otherwise. */
export function outline(group, look) {
  const frame = group.querySelector(":scope > .frame");
  const box = (frame ?? group).getBBox();
  const hasSheet = !frame && group.firstElementChild.tagName === "rect";
  if (!hasSheet && Math.abs(box.height / box.width - HEXAGON) < 0.02) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [wide, high] = [box.width / 2 - 1.6, box.height / 2 - 1.8];
    const corners = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]];
    return draw("polygon", {
      points: corners.map(([right, down]) => [x + right * wide, y + down * high]),
      class: look,
    });
  }
  const isLabelled = [...group.children].some(({ tagName }) => tagName === "text");
  const gap = look === "flash" && isLabelled ? WORDS_GAP : 1;
  const [width, height] = [box.width + 2 * gap, box.height + 2 * gap];
  const rx = hasSheet || height > 40 ? 4 : Math.min(width, height) / 2;
  return draw("rect", { x: box.x - gap, y: box.y - gap, width, height, rx, class: look });
}

/** The drawing of every innermost part of the board, without outlines. */
export function partsOf(board) {
  const found = new Map();
  for (const group of board.querySelectorAll("[data-part]")) {
    if (!group.querySelector("[data-part]")) found.set(group.dataset.part, plain(group).innerHTML);
  }
  return found;
}

/** A copy of a part without outlines. */
export function plain(group) {
  const copy = group.cloneNode(true);
  for (const drawn of copy.querySelectorAll(".target, .flash")) drawn.remove();
  return copy;
}

/** Flash these parts and all changed parts, except players' sheets, which change with turns and points. */
export function flash(before, names) {
  const changed = [...partsOf(byId("board"))].filter(([name, drawn]) =>
    !name.startsWith("player-") && before.get(name) !== drawn
  );
  flashParts([...changed.map(([name]) => name), ...names]);
}

/** Flash these parts. */
export function flashParts(names) {
  for (const name of new Set(names)) {
    const group = part(name);
    if (!group) continue;
    group.querySelector(":scope > .flash")?.remove();
    const line = outline(group, "flash");
    group.append(line);
    setTimeout(() => line.remove(), 2000);
  }
}
