// What a hand does twice without meaning to is done once: the second half of a double click or tap falls on whatever
// the page shows there by then, and a key that is held presses what has the focus again and again.

const SECOND = 400; // milliseconds after a click
const SAME_PLACE = 20; // pixels around it

let last = null; // the click that counted last

function isSecondHalf(click) {
  if (click.detail === 0) return false; // of a key
  const isSame = last !== null && click.timeStamp - last.timeStamp < SECOND &&
    Math.hypot(click.clientX - last.clientX, click.clientY - last.clientY) < SAME_PLACE;
  if (!isSame) last = click;
  return isSame;
}

function drop(event) {
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("click", (event) => isSecondHalf(event) && drop(event), true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) drop(event);
}, true);
