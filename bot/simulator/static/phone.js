// The page: who is speaking, news from the server, messages to it.
import { Drawer } from "./drawer.js";
import { Telephone } from "./telephone.js";

const person = document.querySelector("#person");
const own = document.querySelector("#number");
const main = document.querySelector("main");
const offline = document.querySelector("#offline");
const phones = [...document.querySelectorAll(".phone")].map((node) => new Telephone(node, send, isGuest));
const drawer = new Drawer(document.querySelector("#drawer-button"), document.querySelector("#drawer"), number);

let version = -1;
let generation = 0; // raised when the person changes: answers for the one before are dropped
const heard = new Map(); // by channel, how many messages have arrived there; a telephone out of sight shows a dot

function number() {
  return person.value || (own.validity.valid ? own.value : "");
}

function name() {
  return person.selectedOptions[0].dataset.name ?? "";
}

function isGuest() {
  return person.selectedOptions[0].dataset.known === undefined;
}

async function send(channel, { body = "", files = [], place, contact }) {
  if (!number()) { own.focus(); return; }
  const form = new FormData();
  for (const [key, value] of Object.entries({ number: number(), name: name(), channel, body, ...place })) form.append(key, value);
  for (const file of files) form.append("file", file);
  if (contact) form.append("file", card(), "contact.vcf");
  try {
    const answer = await fetch("/phone/messages", { method: "POST", body: form, headers: { "X-Palabre-Phone": "1" } });
    if (answer.status === 413) tell("Le fichier est trop gros : 16 Mo au plus.");
  } catch {
    tell("Le message n’est pas parti : le serveur ne répond pas.");
  }
}

function card() {
  const lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:Mariam Traoré", "TEL;TYPE=CELL:+2250700000009", "END:VCARD", ""];
  return new Blob([lines.join("\r\n")], { type: "text/vcard" });
}

function tell(text) {
  offline.textContent = text;
  offline.hidden = false;
}

async function follow() {
  for (;;) {
    const mine = generation;
    try {
      if (!number()) { await pause(400); continue; }
      const answer = await fetch(`/phone/events?number=${encodeURIComponent(number())}&version=${version}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const news = await answer.json();
      if (mine !== generation) continue;
      offline.hidden = true;
      version = news.version;
      for (const phone of phones) { phone.show(news[phone.channel]); hint(phone, news[phone.channel].messages); }
      await drawer.refresh();
    } catch {
      tell("Le serveur ne répond pas. Nouvel essai…");
      await pause(1500);
    }
  }
}

function hint(phone, messages) {
  const count = messages.filter((message) => !message.mine).length;
  const isNews = count > (heard.get(phone.channel) ?? count);
  heard.set(phone.channel, count);
  if (isNews && phone.node.offsetParent === null) tab(phone.channel).classList.add("unread");
}

function tab(channel) {
  return document.querySelector(`[data-tab="${channel}"]`);
}

function pause(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

function changePerson() {
  own.hidden = person.value !== "";
  if (!own.hidden) own.focus();
  remember("palabre.person", person.value || own.value);
  generation += 1;
  version = -1;
  heard.clear();
  for (const phone of phones) { phone.clear(); tab(phone.channel).classList.remove("unread"); }
  drawer.refresh();
}

function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private browsing: the first person next time */ }
}

function recall() {
  let last = null;
  try { last = localStorage.getItem("palabre.person"); } catch { return; }
  if (!last) return;
  person.value = last;
  if (person.selectedIndex < 0) { person.value = ""; own.value = last; own.hidden = false; }
}

function tick() {
  const now = new Date().toLocaleTimeString("fr-FR", { hour: "2-digit", minute: "2-digit" });
  for (const clock of document.querySelectorAll(".clock")) clock.textContent = now;
}

for (const button of document.querySelectorAll("[data-tab]")) {
  button.addEventListener("click", () => {
    main.dataset.shown = button.dataset.tab;
    button.classList.remove("unread");
    for (const other of document.querySelectorAll("[data-tab]")) other.setAttribute("aria-selected", String(other === button));
  });
}
person.addEventListener("change", changePerson);
own.addEventListener("change", changePerson);
tick();
setInterval(tick, 10_000);
recall();
follow();
