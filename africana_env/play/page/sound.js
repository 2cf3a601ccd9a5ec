// Optional sounds: two notes for your turn, one for a decision. They are off until somebody wants them, and wherever less
// motion is preferred.

import { byId, keep, kept } from "./elements.js";

const KEPT = "africana-sound";
const NOTES = { turn: [523, 784], decision: [330] }; // hertz
const [APART, LONG, VOLUME] = [0.12, 0.25, 0.08]; // seconds, seconds, share

const still = matchMedia("(prefers-reduced-motion: reduce)");
let audio = null;

export function play(name) {
  if (!byId("sound").checked || still.matches) return;
  audio ??= new AudioContext();
  NOTES[name].forEach((pitch, number) => {
    const [note, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + APART * number];
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(VOLUME / 100, start + LONG);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + LONG);
  });
}

byId("sound").checked = kept(KEPT) === "on";
byId("sound").parentElement.hidden = still.matches;
byId("sound").onchange = ({ target }) => {
  keep(KEPT, target.checked ? "on" : "off");
  play("turn");
};
