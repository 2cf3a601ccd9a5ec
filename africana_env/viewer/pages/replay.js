// A game, move by move, from the data in this page.

const SECONDS = 0.8; // per move while it plays
const wide = matchMedia("(min-width: 1200px)"); // shows the whole board, in two columns if that is larger

const byId = (id) => document.getElementById(id);
const data = await read(byId("data").textContent);
const views = data.views.map((view) => ({ ...view, boards: allBoards(view.boards) }));
const last = data.movers.length; // board N is the board after N moves
let step = 0;
let view = views[0];
let timer = null;

/** A promise of the data: JSON, deflated, in base64. */
function read(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** The numbers of every board's pieces, from the changes between boards. */
function allBoards(changes) {
  let board = [];
  return changes.map((change) => (board = Array.isArray(change) ? change : Object.assign([...board], change)));
}

function boardText(board) {
  return board.map((number) => data.pieces[number]).join(data.joint);
}

function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

function seatMark(seat) {
  const [fill, ink] = data.colours[seat];
  return make(
    "span",
    { class: "seat", title: data.names[seat], style: `background:${fill};color:${ink}` },
    String(seat + 1),
  );
}

// The current move

function show(number) {
  step = Math.min(Math.max(number, 0), last);
  byId("board").innerHTML = boardText(view.boards[step]);
  nameSeats(byId("board").firstElementChild, data.names);
  if (wide.matches) layOut(byId("board").firstElementChild, roomFor(byId("board")), null);
  byId("slider").value = step;
  byId("slider").setAttribute("aria-valuetext", `after move ${step} of ${last}`);
  byId("now").replaceChildren(...now());
  byId("points").querySelector(".cursor").setAttribute("transform", `translate(${across(step)} 0)`);
  showBot();
  showRegret();
  markDecision();
  if (step === last) pause();
}

function now() {
  if (step === 0) return [`Start of the game, ${last} moves`];
  const decision = make("span", {}, ` ${data.texts[view.decisions[step - 1]]}`);
  return [seatMark(data.movers[step - 1]), decision, make("span", { class: "note" }, ` · ${step} of ${last}`)];
}

/** The bot's probabilities and value for the last move. */
function showBot() {
  const evaluation = step > 0 ? data.evaluations[step - 1] : null;
  byId("bot").hidden = !data.bot;
  if (!data.bot) return;
  const [heading, table, more] = byId("bot").children;
  heading.textContent = `What ${data.bot} would play`;
  const rows = (evaluation?.likely ?? []).map(([text, share]) => {
    const percent = `${(share / 100).toFixed(1)}%`;
    const what = make("td", { style: `--share:${percent}` }, data.texts[text]);
    const taken = text === views[0].decisions[step - 1];
    return make("tr", taken ? { class: "taken" } : {}, make("td", {}, percent), what);
  });
  table.replaceChildren(...rows.slice(0, 8));
  const notes = [];
  if (rows.length > 8) notes.push(`and ${rows.length - 8} less likely moves`);
  if (evaluation && evaluation.value !== null) {
    notes.push(`value for the player to move: ${evaluation.value.toFixed(3)}`);
  }
  more.textContent = evaluation ? notes.join(" · ") : "Not evaluated.";
}

// What each move cost

const MISTAKES = 5; // listed

/** The points that a move clearly lost: more than two standard errors. */
function givenAway(number) {
  const [, points, error] = data.regrets[number] ?? [0, 0, 0];
  return points > 2 * error ? points : 0;
}

/** What the last move cost. */
function showRegret() {
  const [now] = byId("regret").querySelectorAll("p");
  const regret = step > 0 ? data.regrets[step - 1] : null;
  if (!regret) return now.replaceChildren(step > 0 ? "No choice here, or unknown." : "");
  const [best, points, error] = regret;
  const found = givenAway(step - 1)
    ? `${points.toFixed(1)} ± ${error.toFixed(1)} points; better: ${data.texts[best]}`
    : "no clear loss";
  now.replaceChildren(seatMark(data.movers[step - 1]), ` ${found}`);
}

/** The largest mistakes, and the points that each seat lost. */
function listRegrets() {
  byId("regret").hidden = !data.regrets.length;
  const numbers = [...data.regrets.keys()];
  const worst = numbers.filter(givenAway).sort((a, b) => givenAway(b) - givenAway(a)).slice(0, MISTAKES);
  byId("regret").querySelector("table").replaceChildren(...worst.map((number) => {
    const button = make("button", {}, seatMark(data.movers[number]), data.texts[views[0].decisions[number]]);
    button.addEventListener("click", () => (pause(), show(number + 1)));
    return make("tr", {}, make("td", {}, givenAway(number).toFixed(1)), make("td", {}, button));
  }));
  const sums = data.names.map((name, seat) => {
    const own = numbers.filter((number) => data.movers[number] === seat && data.regrets[number]);
    const points = own.reduce((sum, number) => sum + data.regrets[number][1], 0);
    return own.length ? `${name} ${Math.max(points, 0).toFixed(1)} in ${own.length} choices` : "";
  });
  byId("regret").querySelector(".note").textContent =
    `Estimated points lost against the best move, if ${data.regretBot} played on for everyone. ` +
    `Total: ${sums.filter(Boolean).join(", ")}.`;
}

// Moves

function listDecisions() {
  const items = [];
  data.movers.forEach((seat, number) => {
    if (number === 0 || data.rounds[number] !== data.rounds[number - 1]) {
      const round = data.rounds[number];
      items.push(make("li", { class: "round" }, round ? `round ${round}` : "setup"));
    }
    const button = make("button", { tabindex: -1 }, seatMark(seat), data.texts[view.decisions[number]]);
    if (givenAway(number)) button.append(make("span", { class: "regret" }, `−${givenAway(number).toFixed(1)}`));
    button.addEventListener("click", () => (pause(), show(number + 1)));
    items.push(make("li", { "data-step": number + 1 }, button));
  });
  byId("decisions").replaceChildren(...items);
}

function markDecision() {
  const list = byId("decisions");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.querySelector(`[data-step="${step}"]`);
  item?.setAttribute("aria-current", "step");
  if (item) {
    list.scrollTop += item.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  } else list.scrollTop = 0;
}

// Points over time

const CHART = { width: 360, height: 120, left: 26, right: 22, top: 8, bottom: 10 };

function across(number) {
  return CHART.left + (number / Math.max(last, 1)) * (CHART.width - CHART.left - CHART.right);
}

function drawPoints() {
  const all = data.points.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const up = (points) =>
    CHART.height - CHART.bottom -
    ((points - least) / (most - least)) * (CHART.height - CHART.top - CHART.bottom);
  let drawn = "";
  for (const points of [least, most]) {
    drawn +=
      `<text x="${CHART.left - 4}" y="${up(points) + 3}" font-size="9" text-anchor="end" class="dim">${points}</text>` +
      `<path d="M${CHART.left} ${up(points)}H${CHART.width - CHART.right}" class="edge-line"/>`;
  }
  const ends = data.colours.map((_, seat) => [up(data.points[last][seat]), seat]).sort((a, b) => a[0] - b[0]);
  const room = 11; // between the marks of two seats
  ends.forEach((end, place) => (end[0] = Math.max(end[0], 7, place ? ends[place - 1][0] + room : 0)));
  ends.reverse().forEach((end, place) => {
    end[0] = Math.min(end[0], CHART.height - 7, place ? ends[place - 1][0] - room : CHART.height);
  });
  for (const [y, seat] of ends) {
    const [fill, ink] = data.colours[seat];
    const line = data.points.map((points, number) => `${across(number).toFixed(1)},${up(points[seat]).toFixed(1)}`)
      .join(" ");
    drawn += `<polyline points="${line}" fill="none" stroke-width="3" class="ink-line"/>` +
      `<polyline points="${line}" fill="none" stroke="${fill}" stroke-width="1.8"/>` +
      `<circle cx="${CHART.width - 11}" cy="${y}" r="5.5" fill="${fill}" class="ink-edge"/>` +
      `<text x="${CHART.width - 11}" y="${y + 3}" font-size="8" text-anchor="middle" fill="${ink}">${seat + 1}</text>`;
  }
  const cursor = `M0 ${CHART.top - 4}V${CHART.height - CHART.bottom + 4}`;
  drawn += `<path d="${cursor}" class="cursor warn-line" stroke-width="1.2"/>`;
  byId("points").innerHTML =
    `<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="Points over time">${drawn}</svg>`;
  byId("points").firstChild.addEventListener("click", (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * CHART.width;
    pause();
    show(Math.round(((x - CHART.left) / (CHART.width - CHART.left - CHART.right)) * last));
  });
}

// Navigation

/** Go to the previous or next change of player. */
function turn(direction) {
  let number = step + direction;
  while (number > 0 && number < last && data.movers[number] === data.movers[number - 1]) number += direction;
  show(number);
}

function play() {
  if (step === last) show(0);
  timer = setInterval(() => show(step + 1), 1000 * SECONDS);
  byId("play").textContent = "❚❚ Pause";
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "▶ Play";
}

const MOVES = {
  Home: () => show(0),
  ArrowUp: () => turn(-1),
  ArrowLeft: () => show(step - 1),
  ArrowRight: () => show(step + 1),
  ArrowDown: () => turn(1),
  End: () => show(last),
};
const BUTTONS = {
  start: "Home",
  "turn-back": "ArrowUp",
  back: "ArrowLeft",
  on: "ArrowRight",
  "turn-on": "ArrowDown",
  end: "End",
};

for (const [id, key] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => (pause(), MOVES[key]()));
byId("play").addEventListener("click", () => (timer ? pause() : play()));
byId("slider").addEventListener("input", (event) => (pause(), show(Number(event.target.value))));
byId("view").addEventListener("change", (event) => {
  view = views[event.target.value];
  listDecisions();
  show(step);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in MOVES) {
    pause();
    MOVES[event.key]();
  } else if (event.key === " " && !event.target.matches("button")) {
    byId("play").click();
  } else {
    return;
  }
  event.preventDefault();
});

addEventListener("resize", () => show(step));

byId("about").textContent = data.about;
byId("view").append(
  ...views.map(({ seat }, number) => make("option", { value: number }, seat === null ? "all hands" : data.names[seat])),
);
byId("slider").max = last;
drawPoints();
listRegrets();
listDecisions();
show(Number(location.hash.slice(1)) || 0); // `#12` is after twelve moves
