// A voice message as a messenger shows it: a button, a line to move along, the time.
import { element, icon } from "./dom.js";
import { t } from "./words.js";

let playing = null; // one at a time

export function sound(file) {
  const audio = new Audio();
  audio.preload = "metadata";
  audio.src = file.url;
  const button = element("button", { type: "button", class: "play", "aria-label": t("play"), onclick: toggle }, icon("play"), icon("pause"));
  const line = element("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": t("voice"), oninput: move });
  const time = element("time", {}, "0:00");
  const node = element("div", { class: "sound" }, button, line, time, audio);

  function toggle() {
    if (!audio.paused) { audio.pause(); return; }
    if (playing !== audio) playing?.pause();
    playing = audio;
    audio.play().catch(() => node.classList.add("broken"));
  }

  function move() {
    if (Number.isFinite(audio.duration)) audio.currentTime = (line.value / 1000) * audio.duration;
  }

  function tell() {
    const whole = Number.isFinite(audio.duration) ? audio.duration : 0;
    const shown = audio.currentTime || whole;
    time.textContent = minutes(shown);
    line.value = whole ? (audio.currentTime / whole) * 1000 : 0;
    line.style.setProperty("--done", `${line.value / 10}%`);
    line.setAttribute("aria-valuetext", `${minutes(audio.currentTime)} / ${minutes(whole)}`);
    node.classList.toggle("is-playing", !audio.paused);
    button.setAttribute("aria-label", t(audio.paused ? "play" : "pause"));
  }

  for (const event of ["loadedmetadata", "durationchange", "timeupdate", "play", "pause", "ended"]) audio.addEventListener(event, tell);
  audio.addEventListener("ended", () => { audio.currentTime = 0; });
  return node;
}

function minutes(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
