// A line for each seat over the moves of a game.

const CHART = { width: 360, height: 120, left: 36, right: 22, top: 8, bottom: 10 };
const SIZE = 13; // of text, 11 pixels on a phone
const ROOM = 16; // between the marks of two seats
const MARKS = CHART.width - 11; // from the left

/** Where a move lies on a chart, from the left. */
export function across(number, last) {
  return CHART.left + (number / Math.max(last, 1)) * (CHART.width - CHART.left - CHART.right);
}

/** The SVG of a chart. `lines` has a row of all seats' numbers before the first move and after each. */
export function chart(lines, { colours, least, most, unit = "", label }) {
  const last = lines.length - 1;
  const up = (number) =>
    CHART.height - CHART.bottom - ((number - least) / (most - least)) * (CHART.height - CHART.top - CHART.bottom);
  let drawn = "";
  for (const number of [least, most]) {
    const at = `x="${CHART.left - 4}" y="${up(number) + 4.5}"`;
    drawn += `<text ${at} font-size="${SIZE}" text-anchor="end" class="dim">${number}${unit}</text>` +
      `<path d="M${CHART.left} ${up(number)}H${CHART.width - CHART.right}" class="edge-line"/>`;
  }
  for (const [y, seat] of spread(lines[last].map((number, seat) => [up(number), seat]))) {
    const [fill, ink] = colours[seat];
    const line = lines.map((row, number) => `${across(number, last).toFixed(1)},${up(row[seat]).toFixed(1)}`).join(" ");
    drawn += `<polyline points="${line}" fill="none" stroke-width="3" class="ink-line"/>` +
      `<polyline points="${line}" fill="none" stroke="${fill}" stroke-width="1.8"/>` +
      `<circle cx="${MARKS}" cy="${y}" r="7.8" fill="${fill}" class="ink-edge"/>` +
      `<text x="${MARKS}" y="${y + 4.6}" font-size="${SIZE}" text-anchor="middle" fill="${ink}">${seat + 1}</text>`;
  }
  const cursor = `M0 ${CHART.top - 4}V${CHART.height - CHART.bottom + 4}`;
  drawn += `<path d="${cursor}" class="cursor warn-line" stroke-width="1.2"/>`;
  return `<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="${label}">${drawn}</svg>`;
}

/** The move at a click on a chart. */
export function moveAt(event, last) {
  const box = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * CHART.width;
  return Math.round(((x - CHART.left) / (CHART.width - CHART.left - CHART.right)) * last);
}

/** Move the marks of the seats, `[y, seat]`, apart. */
function spread(ends) {
  ends.sort((a, b) => a[0] - b[0]);
  ends.forEach((end, place) => (end[0] = Math.max(end[0], 8, place ? ends[place - 1][0] + ROOM : 0)));
  ends.reverse().forEach((end, place) => {
    end[0] = Math.min(end[0], CHART.height - 8, place ? ends[place - 1][0] - ROOM : CHART.height);
  });
  return ends;
}

/** How a judgement was made, in words. */
export function howJudged({ judge, player }) {
  return `The judge is ${judge}. For win chances, ${player} played many games on to the end for everyone, ` +
    "with hidden cards that fit what the player to move knew.";
}
