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
  for (const cursor of document.querySelectorAll(".cursor")) {
    cursor.setAttribute("transform", `translate(${across(step, last)} 0)`);
  }
  showBot();
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

// The decisions that mattered most

const key = new Map((data.analysis?.key ?? []).map((one) => [one.decision, one]));

function listKeyDecisions() {
  byId("analysis").hidden = !data.analysis;
  if (!data.analysis) return;
  const options = { colours: data.colours, least: 0, most: 100, unit: "%", label: "Win chances over time" };
  drawChart(byId("chances"), data.analysis.chances, options);
  byId("analysis").querySelector("table").replaceChildren(...[...key.values()].map((one) => {
    const button = make(
      "button",
      {},
      seatMark(one.seat),
      make("span", {}, one.taken, make("br"), `better: ${one.better}`),
    );
    button.addEventListener("click", () => (pause(), show(one.decision)));
    return make("tr", {}, make("td", {}, `−${one.lost} ± ${one.error} %`), make("td", {}, button));
  }));
  const none = key.size ? "" : " No decision clearly cost win chances.";
  byId("analysis").querySelector(".note").textContent = howJudged(data.analysis) + none;
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
    const lost = key.get(number + 1)?.lost;
    if (lost) button.append(make("span", { class: "lost" }, `−${lost} %`));
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

function drawPoints() {
  const all = data.points.flat();
  const options = { colours: data.colours, least: Math.min(0, ...all), most: Math.max(1, ...all) };
  drawChart(byId("points"), data.points, { ...options, label: "Points over time" });
}

/** Draw a chart; a click shows its move. */
function drawChart(place, lines, options) {
  place.innerHTML = chart(lines, options);
  place.firstChild.addEventListener("click", (event) => (pause(), show(moveAt(event, last))));
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
listKeyDecisions();
listDecisions();
show(Number(location.hash.slice(1)) || 0); // `#12` is after twelve moves
