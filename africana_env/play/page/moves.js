// Legal moves: highlighted on the board, and as buttons next to it.

import { byId, capital, docked, draw, make, part } from "./elements.js";
import { outline, plain } from "./outlines.js";

const MANY = 12; // moves of a kind; longer lists are folded, since the board shows them too
const WITH = " with "; // separates a move from the card it is made with

/** Show the actions of a view; `choose` receives the chosen one. */
export function showMoves(actions, choose) {
  lightUp(actions, choose);
  showButtons(actions, choose);
}

/** Mark or unmark the parts of an action on the board, and name a place that the board does not name. */
export function mark(action, isMarked) {
  for (const name of action.parts) part(name)?.classList.toggle("hinted", isMarked);
  const place = byId("place") ?? byId("board").appendChild(make("span", { id: "place" }));
  const group = isMarked ? action.parts.map(part).find(Boolean) : null;
  const name = group?.querySelector(":scope > title")?.textContent.split(/[,:]/)[0];
  const isNamed = [...byId("board").querySelectorAll("text")].some(({ textContent }) => textContent === name);
  place.hidden = !name || isNamed || !action.text.concat(action.effect).includes(name);
  if (place.hidden) return;
  place.textContent = name;
  const [board, box] = [byId("board"), group].map((one) => one.getBoundingClientRect());
  const middle = box.left + box.width / 2 - board.left - place.offsetWidth / 2;
  place.style.left = `${Math.max(4, Math.min(middle, board.width - place.offsetWidth - 4))}px`;
  place.style.top = `${box.bottom - board.top + 3}px`;
}

// On the board

function lightUp(all, choose) {
  const found = new Map();
  for (const action of all) {
    for (const name of action.parts) found.set(name, [...(found.get(name) ?? []), action]);
  }
  for (const [name, actions] of found) {
    const group = part(name);
    if (!group) continue;
    group.ownerSVGElement.setAttribute("role", "group"); // not "img", because parts of it are buttons
    group.append(outline(group, "target"));
    group.classList.add("legal");
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", labelOf(group, actions));
    const open = (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (actions.length === 1) choose(actions[0]);
      else openChoice(group, actions, choose);
    };
    group.addEventListener("click", open);
    group.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && open(event));
  }
}

/** The moves of a part and the words that it shows. */
function labelOf(group, actions) {
  const moves = actions.map(inFull).join(", or ");
  const shown = group.textContent.trim().replace(/\s+/g, " ");
  return moves.includes(shown) ? moves : `${moves}: ${shown}`;
}

// The menu of a part with several actions

function openChoice(group, actions, choose) {
  closeChoice();
  const places = byPlace(actions);
  const isOnePlace = places.size === 1 && !places.has("");
  const heading = isOnePlace ? [make("h2", {}, capital([...places.keys()][0]) + WITH)] : [];
  const hinted = document.querySelector("#moves button.hinted")?.dataset.action;
  const buttons = actions.map((action) => button(action, choose, isOnePlace ? restOf(action) : action.text));
  for (const one of buttons) one.classList.toggle("hinted", one.dataset.action === hinted);
  const choice = make(
    "div",
    { class: "choice", role: "dialog", "aria-label": "Which move?" },
    ...heading,
    make("div", {}, ...buttons),
  );
  choice.opener = group;
  if (docked.matches) {
    byId("dock").append(choice);
    group.scrollIntoView({ block: "nearest" }); // its scroll margin leaves room for the dock
  } else {
    byId("board").append(choice);
    putBeside(choice, group);
  }
  choice.querySelector("button").focus({ preventScroll: true });
}

/** Put a menu on the side of its part where it covers least of the other legal parts. */
export function putBeside(choice, group) {
  const board = byId("board").getBoundingClientRect();
  const own = group.getBoundingClientRect();
  const others = [...byId("board").querySelectorAll(".legal")].map((other) => other.getBoundingClientRect());
  const [wide, high] = [choice.offsetWidth, choice.offsetHeight];
  const [middle, centre] = [own.left + own.width / 2 - wide / 2, own.top + own.height / 2 - high / 2];
  const sides = [
    [middle, own.bottom + 6],
    [middle, own.top - high - 6],
    [own.right + 6, centre],
    [own.left - wide - 6, centre],
  ];
  const spots = sides.map(([x, y]) => {
    const left = Math.max(board.left + 4, Math.min(x, board.right - wide - 4));
    const top = Math.max(4, board.top, Math.min(y, innerHeight - high - 4));
    const hides = (box, weight) =>
      weight * Math.max(0, Math.min(left + wide, box.right) - Math.max(left, box.left)) *
      Math.max(0, Math.min(top + high, box.bottom) - Math.max(top, box.top));
    return { left, top, cost: hides(own, 100) + others.reduce((sum, box) => sum + hides(box, 1), 0) };
  });
  const best = spots.reduce((one, other) => (other.cost < one.cost ? other : one));
  choice.style.left = `${best.left - board.left}px`;
  choice.style.top = `${best.top - board.top}px`;
}

export function closeChoice() {
  const choice = document.querySelector(".choice");
  if (!choice) return;
  const focused = choice.contains(document.activeElement);
  if (focused) document.activeElement.blur();
  choice.remove();
  if (focused) choice.opener.focus({ preventScroll: true });
}

// Buttons

function showButtons(actions, choose) {
  const groups = new Map();
  for (const action of actions) {
    const name = action.parts.length ? action.group : "";
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  const whole = (action) => button(action, choose, action.text);
  byId("others").replaceChildren(...(groups.get("") ?? []).map(whole));
  groups.delete("");
  const alone = [...groups.values()].filter((actions) => actions.length === 1).flat();
  const drawn = [...groups]
    .filter(([, actions]) => actions.length > 1)
    .flatMap(([name, actions]) => section(name, actions, choose));
  if (alone.length) drawn.unshift(make("div", { class: "group" }, make("div", {}, ...alone.map(whole))));
  byId("actions").replaceChildren(...drawn);
  byId("moves").classList.toggle("idle", actions.length === 0);
  byId("moves").classList.remove("open");
  byId("more").textContent = `${actions.length} ${actions.length === 1 ? "move" : "moves"}`;
  byId("more").hidden = actions.length === byId("others").childElementCount;
  byId("more").setAttribute("aria-expanded", "false");
}

/** The buttons of a kind under one heading, or one heading per place if the cards differ there. */
function section(name, actions, choose) {
  const places = byPlace(actions);
  if (!places.has("")) {
    return [...places].map(([place, there]) => {
      const buttons = there.map((action) => button(action, choose, restOf(action)));
      const drawn = group(capital(place) + WITH, buttons);
      drawn.classList.add("place");
      return drawn;
    });
  }
  const said = (text) => (text.startsWith(`${name} `) ? text.slice(name.length + 1) : text); // without the heading
  const buttons = actions.map((action) => button(action, choose, said(action.text)));
  if (actions.length <= MANY) return [group(capital(name), buttons)];
  const summary = make("summary", {}, `${capital(name)}: ${actions.length} on the board`);
  return [make("details", { class: "group" }, summary, make("div", {}, ...buttons))];
}

const group = (heading, buttons) =>
  make("section", { class: "group" }, make("h3", {}, heading), make("div", {}, ...buttons));
const restOf = (action) => action.text.slice(action.text.indexOf(WITH) + WITH.length);

/** The actions by their text before the card; actions without a card under "". */
function byPlace(actions) {
  const found = new Map();
  for (const action of actions) {
    const end = action.text.indexOf(WITH);
    const place = action.text.slice(0, Math.max(end, 0));
    found.set(place, [...(found.get(place) ?? []), action]);
  }
  return found;
}

/** The text of an action with its effect. */
const inFull = ({ text, effect }) => text + (effect ? `, ${effect}` : "");

/** A button with the action's card, and without words if they only name this card. */
function button(action, choose, words) {
  const sign = cardOf(action);
  const isBare = sign !== null && words !== action.text && action.text.endsWith(WITH + words);
  const effect = action.effect ? [" ", make("span", { class: "effect" }, action.effect)] : [];
  const content = [...(sign ? [sign] : []), ...(isBare ? [] : [capital(words)]), ...effect];
  const attributes = { onclick: () => choose(action), "data-action": action.id };
  if (words !== action.text) attributes["aria-label"] = capital(inFull(action)); // else its words are its name
  if (isBare) Object.assign(attributes, { class: "bare", title: capital(words) });
  const made = make("button", attributes, ...content);
  made.onpointerenter = () => mark(action, true);
  made.onfocus = () => made.matches(":focus-visible") && mark(action, true);
  made.onpointerleave = made.onblur = () => mark(action, made.classList.contains("hinted"));
  return made;
}

/** A small copy of an action's card; null if it has none. */
function cardOf(action) {
  const card = action.parts.map(part).find((group) => group?.classList.contains("card"));
  if (!card) return null;
  const copy = plain(card);
  for (const count of copy.querySelectorAll(".count")) count.remove(); // show a single card
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name);
  const { x, y, width, height } = card.querySelector(":scope > :not(.target)").getBBox();
  const high = height > 30 ? 40 : 26; // the words stand beside it
  const sizes = {
    viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}`,
    height: high,
    width: (high * width) / height,
  };
  return draw("svg", { ...sizes, "aria-hidden": "true" }, copy);
}

// On small screens the list of moves opens and closes.
byId("more").onclick = () => {
  const isOpen = byId("moves").classList.toggle("open");
  byId("more").setAttribute("aria-expanded", String(isOpen));
};
document.addEventListener("keydown", (event) => event.key === "Escape" && closeChoice());
document.addEventListener("click", (event) => event.target.closest(".choice") || closeChoice());
