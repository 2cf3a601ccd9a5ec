// Layout of a board. The server draws it as one column, as wide as a phone.

const GAP = 6; // below columns
const MAX_NAME = 24; // letters
const MARGIN = 6; // around the line with the current decision
const CONDENSED = 0.75; // the least width of text, as a share; longer text is cut
const MIN_SCALE = 1; // least scale of a board in two columns

/**
 * Lay out a board as large as it fits into `room`, but at least in its own size. Its lower half moves to the right of
 * the upper half if the board gets larger that way.
 * Without a room it stays one column, in which the map and the sheet of the part `own` come first.
 */
export function layOut(svg, room, own) {
  const groups = [...svg.children].filter((child) => child.tagName === "g");
  svg.column ??= columnOf(svg, groups);
  const { width, height, tops, heights } = svg.column;
  const taller = (top) => Math.max(top, height - top) + GAP;
  const split = tops.reduce((best, top) => (taller(top) < taller(best) ? top : best), height);
  const whole = (wide, high) => Math.min(room.width / wide, room.height / high);
  const isSplit = room && room.width > MIN_SCALE * 2 * width && whole(2 * width, taller(split)) > whole(width, height);
  const [wide, high] = isSplit ? [2 * width, taller(split)] : [width, height];
  let top = 0;
  for (const number of room ? groups.keys() : ownFirst(groups, heights, own)) {
    const right = isSplit && tops[number] >= split;
    const place = room ? tops[number] : top;
    groups[number].transform.baseVal[0].setTranslate(right ? width : 0, right ? place - split + GAP : place);
    top += heights[number];
  }
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  svg.style.width = room ? `${Math.min(room.width, Math.max(room.height / high, 1) * wide)}px` : "";
  const ground = svg.querySelector("rect.ground");
  ground.setAttribute("width", wide);
  ground.setAttribute("height", high);
}

/**
 * Replace the numbers of players on a board by their names; the mark `· you` is dropped from the name "you". Separate the
 * words for those who hear them.
 */
export function nameSeats(svg, names) {
  const texts = document.createTreeWalker(svg, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replace(/player (\d)( · you)?/g, (_, number, own) => {
      const name = names[number - 1];
      return (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name) + (own && name !== "you" ? own : "");
    }).replace(/\byou (\w+s(?:,? (?:or )?\w+s\b)*)/, (_, verbs) => `you ${secondPerson(verbs)}`);
  }
  for (const words of svg.querySelectorAll("title, text")) words.after(" ");
  const now = svg.querySelector(".now");
  if (now) fitLine(now, svg.viewBox.baseVal.width - 2 * MARGIN);
}

/** Fit a line that was measured with other names: condense it, or cut it. */
function fitLine(line, wide) {
  line.removeAttribute("textLength");
  let words = line.textContent;
  while (words && line.getComputedTextLength() * CONDENSED > wide) {
    words = words.slice(0, -1);
    line.textContent = `${words.trimEnd()}…`;
  }
  if (line.getComputedTextLength() <= wide) return;
  line.setAttribute("textLength", wide);
  line.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** Verbs in the second person. */
const secondPerson = (verbs) => ({ is: "are", has: "have" })[verbs] ?? verbs.replace(/s\b/g, "");

/** The room for a board: from its top to the bottom of the window. */
export function roomFor(holder) {
  const top = holder.getBoundingClientRect().top + scrollY;
  return { width: holder.clientWidth, height: innerHeight - top - GAP };
}

/** The sizes of a board as drawn by the server. */
function columnOf(svg, groups) {
  const { width, height } = svg.viewBox.baseVal;
  const tops = groups.map((group) => group.transform.baseVal[0].matrix.f);
  return { width, height, tops, heights: tops.map((top, number) => (tops[number + 1] ?? height) - top) };
}

/** The order of the drawings: the first large one (map or table), the player's own sheet, then the rest. */
function ownFirst(groups, heights, own) {
  const numbers = [...groups.keys()];
  const sheet = groups.findIndex((group) => own && group.querySelector(`[data-part="${own}"]`));
  const map = heights.findIndex((height) => height > 50);
  if (sheet <= map) return numbers;
  return [map, sheet, ...numbers.filter((number) => number !== map && number !== sheet)];
}
