// Ignore accidental repeats: the second half of a double click or tap would hit whatever is there by then, and a held
// key would press the focused button again and again.

const SECOND = 400; // milliseconds
const SAME_PLACE = 20; // pixels

let last = null; // the last click that counted

function isSecondHalf(click) {
  if (click.detail === 0) return false; // made by a key
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
