// The start page: choose a game, opponents and a board, or continue a game.

import { byId, make } from "./elements.js";

const PERSON = "another person";
const SAME = "the same";
const SHOWN = 2; // unfinished games; the others are behind one line
const RANDOM_BOARDS = 1_000_000;
let games = [];

async function load() {
  const answer = await fetch("choices").catch(() => null);
  if (!answer?.ok) return say("The server does not answer: reload the page.");
  const choices = await answer.json();
  games = choices.games;
  showUnfinished(choices.unfinished.map(entry));
  byId("games").append(...games.map(({ game, title, goal }) => option("game", game, title, goal)));
  byId("games").querySelector("input").checked = true;
  byId("choice").hidden = byId("play").hidden = false;
  say("");
  showGame();
}

/** A radio button with a name, a sentence and a number. */
function option(group, value, title, about = "", number = "") {
  const words = [
    make("b", {}, title),
    make("span", { class: "number" }, number),
    make("span", { class: "about" }, about),
  ];
  return make("label", {}, make("input", { type: "radio", name: group, value }), make("span", {}, ...words));
}

const chosen = (group) => document.querySelector(`input[name="${group}"]:checked`)?.value;
const game = () => games.find((one) => one.game === chosen("game"));
const isUsual = () => chosen("edition") === game().editions[0].name;

/** Show options under a legend; one stays chosen if it is still there. */
function show(id, group, options, preferred) {
  const before = chosen(group);
  const place = byId(id);
  for (const label of place.querySelectorAll("label")) label.remove();
  place.append(...options);
  const values = [...place.querySelectorAll("input")];
  const value = values.find((one) => one.value === before) ?? values.find((one) => one.value === preferred) ??
    values[0];
  value.checked = true;
}

function showGame() {
  const drawn = game().is_drawn ? [option("edition", "random", "random", "A new board, drawn at random.")] : [];
  const named = game().editions.map(({ name, about }) => option("edition", name, name, about));
  show("editions", "edition", [...named, ...drawn]);
  showEdition();
}

function showEdition() {
  const edition = game().editions.find(({ name }) => name === chosen("edition"));
  const numbers = edition?.players ?? game().players;
  show("players", "number", numbers.map((number) => option("number", `${number}`, `${number}`)));
  showPlayers();
}

function showPlayers() {
  const bots = game().bots.filter(({ plays_all }) => isUsual() || plays_all);
  const kind = !isUsual() ? "generated-2p" : chosen("number") === "2" ? "2p" : "4p";
  const rated = bots.map((bot) => option("bot", bot.bot, bot.bot, bot.about, `${bot.ratings[kind] ?? ""}`));
  show("bots", "bot", [...rated, option("bot", PERSON, PERSON, "Gets a link of their own.")], game().default);
  const names = [SAME, ...bots.map(({ bot }) => bot), PERSON];
  const more = Array.from({ length: Number(chosen("number")) - 2 }, (_, number) =>
    make(
      "label",
      {},
      `Opponent ${number + 2}: `,
      make("select", {}, ...names.map((name) => make("option", { value: name }, name))),
    ));
  byId("others").replaceChildren(...more);
  const isRated = bots.some(({ ratings }) => kind in ratings);
  byId("ratings").textContent = isRated
    ? `New here? Take ${game().default}. A bot rated 400 points higher wins ten games of eleven.`
    : "";
}

/** The games to continue, the newest first. */
function showUnfinished(entries) {
  byId("unfinished").hidden = entries.length === 0;
  byId("unfinished").querySelector("ul").append(...entries.slice(0, SHOWN));
  const older = entries.slice(SHOWN);
  byId("older").hidden = older.length === 0;
  byId("older").querySelector("summary").textContent = `${older.length} more`;
  byId("older").querySelector("ul").append(...older);
}

/** A list entry that continues a game. */
function entry({ record, title, opponents, edition, round, saved }) {
  const when = new Date(1000 * saved).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const words = `${title} against ${opponents.join(", ")}`;
  const about = make("span", { class: "about" }, `${edition}, round ${round}, ${when}`);
  return make(
    "li",
    {},
    make("button", { type: "button", onclick: () => begin({ record }) }, make("b", {}, words), about),
  );
}

async function begin(message) {
  busy(true);
  say("Setting up the table. The first time takes half a minute …");
  const asked = { method: "POST", body: JSON.stringify(message) };
  const answer = await fetch("games", asked).then((answer) => answer.json()).catch(() => null);
  busy(false);
  if (!answer || answer.error) return say(answer?.error ?? "The server does not answer: try again.");
  if (answer.length === 1) return location.assign(answer[0][1]);
  say("");
  byId("choice").hidden = byId("play").hidden = byId("unfinished").hidden = true;
  byId("links").hidden = false;
  byId("links").querySelector("ul").replaceChildren(
    ...answer.map(([name, secret]) =>
      make("li", {}, `${name}: `, make("a", { href: secret, target: "_blank" }, new URL(secret, location).href))
    ),
  );
  byId("links").querySelector("a").focus();
}

function busy(isBusy) {
  for (const button of document.querySelectorAll("button")) button.disabled = isBusy;
}

function say(text) {
  byId("status").textContent = text;
}

byId("choice").onchange = ({ target }) => {
  if (target.name === "game") showGame();
  if (target.name === "edition") showEdition();
  if (target.name === "number") showPlayers();
};

byId("choice").onsubmit = (event) => {
  event.preventDefault();
  const first = chosen("bot");
  const others = [...document.querySelectorAll("#others select")].map(({ value }) => (value === SAME ? first : value));
  const opponents = [first, ...others].map((bot) => (bot === PERSON ? null : bot));
  const edition = chosen("edition") === "random"
    ? `generated:${Math.floor(RANDOM_BOARDS * Math.random())}`
    : chosen("edition");
  begin({ game: chosen("game"), opponents, edition });
};

load();
