// The page of one seat: shows the server's views and sends the person's requests.

import { layOut, nameSeats, roomFor } from "./board.js";
import { byId, docked, make, narrow, part, seatMark, titled } from "./elements.js";
import "./legend.js";
import { move, piecesOf, sourcesOf, turnPages } from "./motion.js";
import { closeChoice, mark, showMoves } from "./moves.js";
import { flash, partsOf } from "./outlines.js";
import { explain, explainBoard, loadGuide, showNote, understood } from "./notes.js";
import * as pace from "./pace.js";
import { showResult, winnersOf } from "./result.js";
import "./slips.js";
import { play } from "./sound.js";
import { showStory } from "./story.js";

let view = null;
let socket = null;
let away = []; // seats of people who have left
const MAX_FLIGHT = 900; // milliseconds
const MOMENT = 2000; // milliseconds that a reload may take
const DOCK = 56; // pixels of the dock below the board
let waits = 300; // milliseconds until the next connection attempt

// Connection

function connect() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}${location.pathname}/tab`);
  socket.onopen = () => {
    waits = 300;
    clearTimeout(showAway.timer);
    away = []; // the server says who has left
    connected(true);
  };
  socket.onmessage = ({ data }) => receive(JSON.parse(data));
  socket.onclose = reconnect;
}

async function reconnect() {
  connected(false);
  say("Connection lost. Reconnecting", true);
  waits = Math.min(2 * waits, 5000);
  const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (answer?.status === 404) {
    return say("This link has expired: open the one that the terminal shows now.", false);
  }
  setTimeout(connect, waits);
}

// A socket stays open when the network is gone.
addEventListener("offline", () => {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.onclose = null; // it may take a minute to close
  socket.close();
  reconnect();
});

/** Without a connection no move is lit. */
const connected = (isOpen) => document.body.classList.toggle("lost", !isOpen);

function receive(message) {
  if (message.view) pace.receive(message.view);
  if (message.away) showAway(message.away);
  if (message.hint && message.hint.version === view.version) showHint(message.hint);
  if (message.stopped) stop(message.error);
  else if (message.error) complain(message.error);
}

/** Who left, unless they come back at once as by a reload. */
function showAway(seats) {
  clearTimeout(showAway.timer);
  const show = () => {
    away = seats;
    showPlayers();
    showStatus();
  };
  showAway.timer = setTimeout(show, seats.length > away.length ? MOMENT : 0);
}

/** A bot failed: keep the reason in the status line. */
function stop(problem) {
  pace.skip();
  view = { ...view, thinking: false, stopped: problem };
  showStatus();
}

function ask(message) {
  if (socket.readyState !== WebSocket.OPEN) return complain("not connected");
  closeChoice();
  if (pace.isBehind()) pace.skip(); // the request is meant for the newest view
  socket.send(JSON.stringify({ ...message, seen: view.version }));
}

const nameOf = (seat) => titled(view.players[seat]);

function act(action) {
  understood(action.group);
  ask({ do: "act", action: action.id });
}

function complain(error) {
  const place = byId("error");
  place.textContent = error[0].toUpperCase() + error.slice(1);
  place.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (place.hidden = true), Math.max(6000, 80 * error.length)); // time to read it
  if (!view) return;
  showTools();
  if (socket.readyState === WebSocket.OPEN) showStatus(); // otherwise keep "Connection lost"
}

// Showing

function show(next) {
  const before = view;
  const focus = focusedPlace();
  const isNext = before !== null && next.decisions.length >= before.decisions.length;
  view = next;
  closeChoice();
  document.body.dataset.turn = view.result ? "over" : view.mover === view.seat ? "you" : "others";
  document.body.dataset.version = view.version;
  document.title = view.game + (view.mover === view.seat ? " – your turn" : "");
  byId("game").textContent = view.game;
  const old = before && partsOf(byId("board"));
  const drawn = byId("board").querySelector("svg");
  const [pieces, sources] = [piecesOf(drawn), sourcesOf(drawn)];
  byId("board").innerHTML = view.board;
  nameSeats(byId("board").querySelector("svg"), view.players);
  const known = isNext ? before.decisions.length : view.decisions.length;
  showPlayers();
  showStatus();
  fit();
  showMoves(view.actions, act);
  showTools();
  showResult(view, !before?.result, ask);
  showStory(view, known); // after the result, which takes some of its room
  showGuide();
  if (isNext && before.version !== view.version) {
    const added = view.decisions.slice(known);
    flash(old, pointedAt(added));
    const milliseconds = Math.min(600 * pace.seconds(), MAX_FLIGHT);
    move(pieces, sources, added, milliseconds);
    turnPages(old, added, milliseconds);
    play(view.mover === view.seat && before.mover !== view.seat ? "turn" : "decision");
  }
  restoreFocus(focus);
}

/** The notes and words of a first game. */
function showGuide() {
  explainBoard();
  explain(byId("decisions"));
  showNote(view.actions);
}

/** The parts that the others' decisions used; at the end, only the last decision's. */
function pointedAt(decisions) {
  const last = view.result ? decisions.slice(-1) : decisions;
  return last.filter(({ seat }) => seat !== view.seat).flatMap(({ parts }) => parts);
}

function fit() {
  const own = `player-${view.seat}`;
  const room = roomFor(byId("board"));
  if (docked.matches) room.height -= DOCK;
  layOut(byId("board").querySelector("svg"), narrow.matches ? null : room, own);
}

addEventListener("resize", () => view && fit());

// The page ends above the docked moves.
new ResizeObserver(([{ target }]) => document.body.style.setProperty("--moves", `${target.offsetHeight}px`))
  .observe(byId("moves"));

/** The players with their points as the board shows them. */
function showPlayers() {
  const points = view.players.map((_, seat) => parseInt(part(`player-${seat}`)?.querySelector(".points")?.textContent));
  const most = Math.max(...points);
  const isLed = points.some((number) => number < most);
  byId("players").replaceChildren(
    ...view.players.map((player, seat) => {
      const isAhead = isLed && points[seat] === most;
      const words = Number.isNaN(points[seat]) ? [] : [make("span", { class: "points" }, `${points[seat]}`)];
      if (isAhead && !view.result) words.push(make("span", { class: "ahead" }, "leads"));
      if (away.includes(seat)) words.push(make("span", { class: "away" }, "has left"));
      const state = seat === view.mover ? { "aria-current": "true" } : {};
      return make("li", state, seatMark(seat), nameTag(player, seat), ...words);
    }),
  );
}

/** A name; if others see it, your own is a button to change it. */
function nameTag(player, seat) {
  if (seat !== view.seat || view.is_alone) return player;
  const onclick = () => {
    const name = prompt("What should the others call you?");
    if (name) ask({ do: "name", name });
  };
  return make("button", { id: "name", onclick, title: "Change your name" }, "you ✎");
}

function say(text, busy) {
  byId("status").textContent = text;
  explain(byId("status"));
  byId("status").classList.toggle("busy", busy);
}

/** Whose turn it is, and the forced moves that were made for the person. */
function showStatus() {
  const isMine = view.mover === view.seat && !view.result;
  const lastOfOthers = isMine ? view.decisions.findLastIndex(({ seat }) => seat !== view.seat) : -1; // before this turn
  const forced = view.decisions.slice(Math.max(view.since, lastOfOthers + 1)).filter((entry) => entry.forced);
  const done = forced.length ? ` Played for you (only move): ${forced.map(({ text }) => text).join(", ")}.` : "";
  if (view.result) {
    const { how } = view.result;
    say(`The game is over${how && `, ${how}`}: ${winnersOf(view)}.`, false);
  } else if (isMine) {
    const isNew = !view.decisions.some(({ seat }) => seat === view.seat);
    const what = isNew ? `: ${howToChoose()}` : whatToDo();
    say(`Your turn${what}${what.endsWith("?") ? "" : "."}${done}`, false);
  } else if (view.stopped) {
    const retry = `${view.can_undo ? "Undo, or reload" : "Reload"} this page to let it try again.`;
    say(`${view.stopped}. ${retry}`, false);
  } else if (view.asked.length > 1 || view.held) {
    const others = view.asked.map((seat) => view.players[seat]).join(" and ");
    say(`${view.held ? `You ${view.held}, hidden until everyone has chosen. ` : ""}Waiting for ${others}`, true);
  } else if (view.thinking) say(`${done} ${nameOf(view.mover)} is thinking`.trim(), true);
  else say(`Waiting for ${nameOf(view.mover)}${away.includes(view.mover) ? ", who has left" : ""}`, true);
}

/** The decision to make, as the board puts it. */
function whatToDo() {
  const words = byId("board").querySelector(".now")?.textContent;
  return words ? `: ${words.replace(/^(you (?!are |have |may )|all )/, "").replace(": ", ", ")}` : "";
}

/** Boards without a drawing have no parts to click. */
function howToChoose() {
  const pointed = view.actions.some(({ parts }) => parts.some((name) => part(name)));
  return pointed ? "choose a highlighted place or a button" : "choose a button";
}

function showTools() {
  byId("hints").hidden = view.result !== null;
  byId("undo").hidden = !view.is_alone;
  byId("undo").disabled = !view.can_undo;
  byId("undo").onclick = () => ask({ do: "undo" });
  const isMine = view.actions.length > 0;
  byId("hints").replaceChildren(
    ...view.hints.map((bot) => {
      const onclick = ({ currentTarget }) => {
        currentTarget.textContent = `${bot} is thinking`;
        currentTarget.classList.add("busy");
        ask({ do: "hint", bot });
      };
      return make(
        "button",
        { onclick, ...(isMine ? {} : { disabled: "" }), "data-hint": bot },
        "Hint",
        make("span", {}, ` from ${bot}`),
      );
    }),
  );
}

function showHint(given) {
  showTools();
  for (const element of document.querySelectorAll("main .hinted")) element.classList.remove("hinted");
  const action = view.actions.find((action) => action.id === given.action);
  if (!action) return; // already decided
  const buttons = document.querySelectorAll(`main [data-action="${action.id}"]`); // also in an open choice
  for (const button of buttons) button.classList.add("hinted");
  const button = document.querySelector(`#moves [data-action="${action.id}"]`);
  if (button.closest("details")) button.closest("details").open = true;
  button.scrollIntoView({ block: "nearest" });
  mark(action, true);
  if (docked.matches) action.parts.map(part).find(Boolean)?.scrollIntoView({ block: "nearest" });
  say(`Hint from ${given.bot}: ${action.text}.`, false);
}

// Redrawing keeps the focus, or moves it to the status line.

function focusedPlace() {
  const active = document.activeElement;
  if (active === document.body || active === null) return null;
  return { action: active.dataset.action, part: active.dataset.part, hint: active.dataset.hint, id: active.id };
}

function restoreFocus(place) {
  if (place === null || document.activeElement !== document.body) return;
  const same = (place.part && part(place.part)?.matches(".legal") && part(place.part)) ||
    (place.action && document.querySelector(`#moves [data-action="${place.action}"]`));
  const moves = "#actions button, #actions summary, #others button, #more";
  const shown = [...document.querySelectorAll(moves)].filter((button) => button.checkVisibility());
  (same || shown[0] || byId("status")).focus({ preventScroll: true });
}

pace.showBy(show);
loadGuide(() => view && showGuide());
connect();
