// Voice messages: the microphone button, a bar that counts seconds, and the recording as a file.
import { t } from "./words.js";

const TYPES = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"]; // the stand-in makes Ogg of WebM
const SHORTEST_MS = 500;
const LONGEST_MS = 5 * 60 * 1000;

export class Recorder {
  constructor(node, { keep, say }) {
    this.keep = keep; // given the file
    this.say = say;
    this.bar = node.querySelector(".recording");
    this.time = this.bar.querySelector("time");
    this.button = node.querySelector(".microphone");
    this.button.addEventListener("click", () => this.start());
    this.bar.querySelector(".discard").addEventListener("click", () => this.stop(false));
    this.bar.querySelector(".keep").addEventListener("click", () => this.stop(true));
    this.bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.stopPropagation(); this.stop(false); }
    });
  }

  async start() {
    if (this.recorder || this.asking) return;
    this.asking = true;
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      this.say(t(error.name === "NotFoundError" ? "microphone_none" : "microphone_denied"));
      return;
    } finally {
      this.asking = false;
    }
    const type = TYPES.find((known) => MediaRecorder.isTypeSupported(known));
    const parts = [];
    this.recorder = new MediaRecorder(this.stream, type ? { mimeType: type } : {});
    this.recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    this.recorder.addEventListener("stop", () => this.ended(parts), { once: true });
    this.kept = false;
    this.began = performance.now();
    this.recorder.start();
    this.show(true);
    this.timer = setInterval(() => this.tick(), 250);
  }

  tick() {
    const passed = performance.now() - this.began;
    const whole = Math.floor(passed / 1000);
    this.time.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    if (passed > LONGEST_MS) { this.say(t("recording_long")); this.stop(true); }
  }

  stop(kept) {
    if (!this.recorder) return;
    this.kept = kept;
    this.lasted = performance.now() - this.began;
    this.recorder.stop();
  }

  ended(parts) {
    const type = this.recorder.mimeType.split(";")[0];
    clearInterval(this.timer);
    for (const track of this.stream.getTracks()) track.stop();
    this.recorder = this.stream = null;
    this.show(false);
    if (!this.kept) return;
    if (this.lasted < SHORTEST_MS) { this.say(t("recording_short")); return; }
    const ending = { "audio/ogg": "ogg", "audio/webm": "webm" }[type] ?? "m4a";
    this.keep(new File(parts, `${t("voice").toLowerCase().replace(/\s+/g, "-")}.${ending}`, { type }));
  }

  show(open) {
    this.time.textContent = "0:00";
    this.bar.hidden = !open;
    this.bar.closest("form").classList.toggle("is-recording", open);
    (open ? this.bar.querySelector(".keep") : this.button).focus();
  }
}
