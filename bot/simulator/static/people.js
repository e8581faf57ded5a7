// Who is speaking: one of the people of the page, or any number that could exist, explained when it could not.
import { t } from "./words.js";

const STORED = "palabre.person";

export class People {
  constructor(changed) {
    this.changed = changed;
    this.select = document.querySelector("#person");
    this.own = document.querySelector("#number");
    this.help = document.querySelector("#number-help");
    this.recall();
    this.before = this.number();
    keep(sessionStorage, this.select.value || this.own.value); // whoever another tab turns to, this one stays
    this.select.addEventListener("change", () => this.choose());
    this.own.addEventListener("change", () => this.settle());
    this.own.addEventListener("input", () => { if (!this.help.hidden) this.explain(); });
    this.own.addEventListener("keydown", ({ key }) => { if (key === "Enter") this.settle(); });
  }

  number() {
    if (this.select.value) return this.select.value;
    const number = written(this.own.value);
    return problem(number) ? "" : number;
  }

  name() {
    return this.select.selectedOptions[0].dataset.name ?? "";
  }

  isGuest() {
    return this.select.selectedOptions[0].dataset.known === undefined;
  }

  // Whether somebody is there to speak; if not, says what is wrong with the number.
  isReady() {
    if (this.number()) return true;
    this.explain();
    this.own.focus();
    return false;
  }

  choose() {
    this.own.hidden = this.select.value !== "";
    this.say("");
    if (!this.own.hidden) this.own.focus();
    this.settle(false);
  }

  // Somebody of the page takes up the telephones.
  turnTo(number) {
    this.select.value = number;
    this.choose();
  }

  settle(explaining = true) {
    if (explaining && !this.select.value) {
      if (!problem(written(this.own.value))) this.own.value = written(this.own.value);
      this.explain();
    }
    if (this.number() === this.before) return;
    this.before = this.number();
    for (const storage of [sessionStorage, localStorage]) keep(storage, this.select.value || written(this.own.value));
    this.changed();
  }

  explain() {
    const reason = problem(written(this.own.value));
    this.say(reason && t(reason));
  }

  say(text) {
    this.help.textContent = text;
    this.help.hidden = !text;
    this.own.setAttribute("aria-invalid", String(Boolean(text)));
  }

  recall() {
    const last = recalled();
    if (!last) return;
    this.select.value = last;
    if (this.select.selectedIndex >= 0) return;
    this.select.value = "";
    this.own.value = last;
    this.own.hidden = false;
  }
}

// As people write numbers: spaces, dots, dashes, brackets; 00 stands for +.
function written(text) {
  return text.replace(/[\s.()/\u2010-\u2015-]/g, "").replace(/^00(?=[1-9])/, "+");
}

// The key of what is wrong with a number, or "".
function problem(number) {
  if (!number) return "number_empty";
  if (!number.startsWith("+")) return /^\d+$/.test(number) ? "number_prefix" : "number_letters";
  const digits = number.slice(1);
  if (!/^\d*$/.test(digits)) return "number_letters";
  if (digits.startsWith("0")) return "number_zero";
  if (digits.length < 7) return "number_short";
  return digits.length > 15 ? "number_long" : "";
}

// This tab's person first: another tab may be somebody else.
function recalled() {
  try { return sessionStorage.getItem(STORED) ?? localStorage.getItem(STORED); } catch { return null; }
}

function keep(storage, value) {
  try { storage.setItem(STORED, value); } catch { /* full: the first person next time */ }
}
