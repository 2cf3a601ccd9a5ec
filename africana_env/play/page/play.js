// The page of one seat: shows what the server tells, and asks for what the person chooses.

const byId = (id) => document.getElementById(id);
const MANY = 12; // moves of a kind; more are folded away, for the board shows them, too
const HEXAGON = 2 / Math.sqrt(3); // height by width of a hexagon that stands on a corner
const GAP = 6; // around columns
let view = null;
let socket = null;
let hint = null;
let waits = 300; // milliseconds until the next attempt to connect

// Connection

function connect() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}${location.pathname}/tab`);
  socket.onopen = () => (waits = 300);
  socket.onmessage = ({ data }) => receive(JSON.parse(data));
  socket.onclose = () => {
    say("The connection is lost. Trying again", true);
    setTimeout(connect, (waits = Math.min(2 * waits, 5000)));
  };
}

function receive(message) {
  if (message.view) show(message.view);
  if (message.hint && message.hint.version === view.version) showHint(message.hint);
  if (message.stopped) view = { ...view, thinking: false, stopped: true };
  if (message.error) complain(message.error);
}

function ask(message) {
  if (socket.readyState !== WebSocket.OPEN) return complain("there is no connection");
  closeChoice();
  socket.send(JSON.stringify({ ...message, seen: view.version }));
}

const act = (action) => ask({ do: "act", action: action.id });

function complain(error) {
  const place = byId("error");
  place.textContent = error[0].toUpperCase() + error.slice(1);
  place.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (place.hidden = true), 6000);
  if (!view) return;
  showStatus();
  showTools();
}

// Elements

function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.onclick = value;
    else element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

const seatMark = (seat) => make("span", { class: `seat seat-${seat}`, "aria-hidden": "true" }, String(seat));
const nameOf = (seat) => (seat === view.seat ? "You" : `Player ${seat}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const part = (name) => byId("board").querySelector(`[data-part="${CSS.escape(name)}"]`);

// Showing

function show(next) {
  const before = view;
  const focus = focusedPlace();
  const isNext = before !== null && next.told.length >= before.told.length;
  view = next;
  hint = null;
  closeChoice();
  document.body.dataset.turn = view.result ? "over" : view.mover === view.seat ? "you" : "others";
  document.body.dataset.version = view.version;
  document.title = view.game + (view.mover === view.seat ? " – your turn" : "");
  byId("game").textContent = view.game;
  const old = before && partsOf(byId("board"));
  byId("board").innerHTML = view.board;
  layOut(byId("board").firstElementChild);
  showPlayers();
  showStatus();
  lightUp();
  showActions();
  showTools();
  showTold(isNext ? before.told.length : view.told.length);
  if (isNext && before.version !== view.version) flash(changedParts(old), view.told.slice(before.told.length));
  showResult();
  restoreFocus(focus);
}

function showPlayers() {
  byId("players").replaceChildren(
    ...view.players.map((player, seat) =>
      make("li", seat === view.mover ? { "aria-current": "true" } : {}, seatMark(seat), player)
    )
  );
}

function say(text, busy) {
  byId("status").textContent = text;
  byId("status").classList.toggle("busy", busy);
}

function showStatus() {
  if (view.result) {
    const winners = view.result.winners;
    const names = winners.map((seat) => (seat === view.seat ? "you" : `player ${seat}`)).join(" and ");
    say(`The game is over: ${winners.length > 1 ? `${names} share the win` : names === "you" ? "you win" : `${names} wins`}.`, false);
  } else if (view.mover === view.seat) {
    const isNew = !view.told.some(({ seat }) => seat === view.seat);
    say(isNew ? "Your turn: choose what is lit up, or a button." : "Your turn.", false);
  }
  else if (view.stopped) say(`Player ${view.mover} (${view.players[view.mover]}) cannot play on. Take back, or load this page again to let it try once more.`, false);
  else if (view.thinking) say(`Player ${view.mover} (${view.players[view.mover]}) is thinking`, true);
  else say(`Player ${view.mover} is to move`, true);
}

// A board is a column of drawings, as wide as a phone. On a wide screen it is as large as it fits, and its lower half
// moves to the right where it can be larger so.
const wide = matchMedia("(min-width: 1000px)");
window.onresize = () => view && layOut(byId("board").querySelector("svg"));

function layOut(svg) {
  const groups = [...svg.children].filter((child) => child.tagName === "g");
  const places = groups.map((group) => group.transform.baseVal[0].matrix);
  svg.column ??= { height: svg.viewBox.baseVal.height, width: svg.viewBox.baseVal.width, tops: places.map(({ f }) => f) };
  const { height, width, tops } = svg.column;
  const taller = (top) => Math.max(top, height - top) + GAP;
  const split = tops.reduce((best, top) => (taller(top) < taller(best) ? top : best), height);
  const room = { width: byId("board").clientWidth, height: innerHeight - byId("board").getBoundingClientRect().top - scrollY - GAP };
  const scale = (wide, high) => Math.min(room.width / wide, Math.max(room.height / high, 1));
  const isSplit = wide.matches && scale(2 * width, taller(split)) > scale(width, height);
  const [wholeWidth, wholeHeight] = isSplit ? [2 * width, taller(split)] : [width, height];
  for (const [number, group] of groups.entries()) {
    const right = isSplit && tops[number] >= split;
    group.transform.baseVal[0].setTranslate(right ? width : 0, right ? tops[number] - split + GAP : tops[number]);
  }
  svg.setAttribute("viewBox", `0 0 ${wholeWidth} ${wholeHeight}`);
  svg.style.width = wide.matches ? `${scale(wholeWidth, wholeHeight) * wholeWidth}px` : "100%";
  const ground = svg.querySelector("rect.ground");
  ground.setAttribute("width", wholeWidth);
  ground.setAttribute("height", wholeHeight);
}

function byPart() {
  const found = new Map();
  for (const action of view.actions) {
    for (const name of action.parts) found.set(name, [...(found.get(name) ?? []), action]);
  }
  return found;
}

function lightUp() {
  for (const [name, actions] of byPart()) {
    const group = part(name);
    if (!group) continue;
    const target = outline(group, "target");
    group.append(target);
    group.classList.add("legal");
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", actions.map((action) => action.text).join(", or "));
    const choose = (event) => {
      event.preventDefault();
      event.stopPropagation();
      actions.length === 1 ? act(actions[0]) : openChoice(group, actions);
    };
    group.onclick = choose;
    group.onkeydown = (event) => (event.key === "Enter" || event.key === " ") && choose(event);
  }
}

// Around a part: square around what lies on a sheet, a hexagon in a hexagon, round around everything else.
function outline(group, look) {
  const box = group.getBBox();
  const hasSheet = group.firstElementChild.tagName === "rect";
  if (!hasSheet && Math.abs(box.height / box.width - HEXAGON) < 0.02) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [wide, high] = [box.width / 2 - 1.6, box.height / 2 - 1.8];
    const corners = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]];
    return draw("polygon", { points: corners.map(([right, down]) => [x + right * wide, y + down * high]), class: look });
  }
  const [width, height] = [box.width + 2, box.height + 2];
  const rx = hasSheet || height > 40 ? 4 : Math.min(width, height) / 2;
  return draw("rect", { x: box.x - 1, y: box.y - 1, width, height, rx, class: look });
}

function draw(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function openChoice(group, actions) {
  closeChoice();
  const board = byId("board").getBoundingClientRect();
  const box = group.getBoundingClientRect();
  const buttons = actions.map((action) => make("button", { onclick: () => act(action) }, capital(action.text)));
  const choice = make("div", { class: "choice", role: "dialog", "aria-label": "Which move?" }, ...buttons);
  choice.opener = group;
  byId("board").append(choice);
  const left = box.left + box.width / 2 - board.left - choice.offsetWidth / 2;
  choice.style.left = `${Math.max(4, Math.min(left, board.width - choice.offsetWidth - 4))}px`;
  choice.style.top = `${Math.min(box.bottom - board.top + 4, board.height - choice.offsetHeight - 4)}px`;
  buttons[0].focus({ preventScroll: true });
  choice.scrollIntoView({ block: "nearest" });
}

function closeChoice() {
  const choice = document.querySelector(".choice");
  if (choice) {
    const focused = choice.contains(document.activeElement);
    choice.remove();
    if (focused) choice.opener.focus({ preventScroll: true });
  }
}

function actionButton(action) {
  const button = make("button", { onclick: () => act(action), "data-action": action.id }, capital(action.text));
  button.onpointerenter = () => mark(action, true);
  button.onpointerleave = () => mark(action, hint?.action === action.id);
  return button;
}

function mark(action, isMarked) {
  for (const name of action.parts) part(name)?.classList.toggle("hinted", isMarked);
}

function showActions() {
  const groups = new Map();
  for (const action of view.actions) {
    const name = action.parts.length ? action.group : "";
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  byId("others").replaceChildren(...(groups.get("") ?? []).map(actionButton));
  groups.delete("");
  const alone = [...groups.values()].filter((actions) => actions.length === 1).flat();
  const together = [...groups].filter(([, actions]) => actions.length > 1);
  const drawn = together.map(([name, actions]) => {
    const buttons = make("div", {}, ...actions.map(actionButton));
    if (actions.length <= MANY) return make("section", { class: "group" }, make("h3", {}, capital(name)), buttons);
    const summary = make("summary", {}, `${capital(name)}: ${actions.length} on the board`);
    return make("details", { class: "group" }, summary, buttons);
  });
  if (alone.length) drawn.unshift(make("div", { class: "group" }, make("div", {}, ...alone.map(actionButton))));
  byId("actions").replaceChildren(...drawn);
  byId("moves").classList.toggle("idle", view.actions.length === 0);
}

function showTools() {
  byId("hints").hidden = view.result !== null;
  byId("undo").disabled = !view.can_undo;
  byId("undo").onclick = () => ask({ do: "undo" });
  const isMine = view.actions.length > 0;
  byId("hints").replaceChildren(
    ...view.hints.map((bot) => {
      const onclick = ({ target }) => {
        target.textContent = `${bot} is thinking`;
        target.classList.add("busy");
        ask({ do: "hint", bot });
      };
      return make("button", { onclick, ...(isMine ? {} : { disabled: "" }), "data-hint": bot }, `Hint of ${bot}`);
    })
  );
}

function showHint(given) {
  hint = given;
  showTools();
  for (const element of document.querySelectorAll(".hinted")) element.classList.remove("hinted");
  const action = view.actions.find((action) => action.id === given.action);
  const button = document.querySelector(`[data-action="${action.id}"]`);
  button.classList.add("hinted");
  if (button.closest("details")) button.closest("details").open = true;
  button.scrollIntoView({ block: "nearest" });
  mark(action, true);
  say(`Hint of ${given.bot}: ${action.text}.`, false);
}

function showTold(known) {
  const list = byId("told");
  const lines = view.told.map(({ seat, text }, number) => {
    const fresh = number >= view.since && seat !== view.seat;
    return make("li", fresh ? { class: "fresh" } : {}, seatMark(seat), `${nameOf(seat)}: ${text}`);
  });
  list.replaceChildren(...lines);
  list.scrollTop = list.scrollHeight;
  byId("news").textContent = tell(view.told.slice(known));
  byId("latest").textContent = tell(view.told.slice(view.since));
}

// What the others did, in one paragraph.
function tell(told) {
  const sentences = [];
  let last = view.seat;
  for (const { seat, text } of told) {
    if (seat !== view.seat) seat === last ? sentences.push(`${sentences.pop()}, ${text}`) : sentences.push(`${nameOf(seat)}: ${text}`);
    last = seat;
  }
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

function showResult() {
  byId("result").hidden = !view.result;
  if (!view.result) return;
  const { parts, points, winners } = view.result;
  const seats = points.map((_, seat) => make("th", { scope: "col" }, seatMark(seat), nameOf(seat)));
  const stars = points.map((_, seat) => make("td", {}, winners.includes(seat) ? "★ won" : ""));
  const rows = parts.map((name, number) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...points.map((row) => make("td", {}, String(row[number]))))
  );
  const head = make("thead", {}, make("tr", {}, make("td"), ...seats));
  byId("result").querySelector("table").replaceChildren(head, make("tbody", {}, ...rows, make("tr", {}, make("td"), ...stars)));
  byId("new").onclick = () => ask({ do: "new" });
  byId("record").href = `${location.pathname}/record`;
  byId("replay").href = `${location.pathname}/replay`;
}

// What changed

function partsOf(board) {
  const found = new Map();
  for (const group of board.querySelectorAll("[data-part]")) {
    if (!group.querySelector("[data-part]")) found.set(group.dataset.part, plain(group));
  }
  return found;
}

function plain(group) {
  const copy = group.cloneNode(true);
  for (const drawn of copy.querySelectorAll(".target, .flash")) drawn.remove();
  return copy.innerHTML;
}

function changedParts(old) {
  return [...partsOf(byId("board"))].filter(([name, drawn]) => old.get(name) !== drawn).map(([name]) => name);
}

function flash(changed, told) {
  const pointed = told.filter(({ seat }) => seat !== view.seat).flatMap(({ parts }) => parts);
  for (const name of new Set([...changed, ...pointed])) {
    const group = part(name);
    if (!group) continue;
    const rect = outline(group, "flash");
    group.append(rect);
    setTimeout(() => rect.remove(), 2000);
  }
}

// Focus stays where it was, or goes to the status: never lost with what was redrawn.

function focusedPlace() {
  const active = document.activeElement;
  if (active === document.body || active === null) return null;
  return { action: active.dataset.action, part: active.dataset.part, hint: active.dataset.hint, id: active.id };
}

function restoreFocus(place) {
  if (place === null || document.activeElement !== document.body) return;
  const first = document.querySelector("#moves button:enabled, #moves summary");
  const same =
    (place.part && byId("board").querySelector(`.legal[data-part="${CSS.escape(place.part)}"]`)) ||
    (place.action && document.querySelector(`#moves [data-action="${place.action}"]`));
  (same || first || byId("status")).focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => event.key === "Escape" && closeChoice());
document.addEventListener("click", (event) => event.target.closest(".choice") || closeChoice());
connect();
