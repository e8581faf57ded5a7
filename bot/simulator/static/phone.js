// The page: joins who is speaking, what they send, what they are told, and the drawer.
import { Drawer } from "./drawer.js";
import { News } from "./news.js";
import { Outbox } from "./outbox.js";
import { People } from "./people.js";
import { Telephone } from "./telephone.js";
import { clock, t } from "./words.js";

const main = document.querySelector("main");
const offline = document.querySelector("#offline");
const heard = new Map(); // by channel, how far one has heard; a telephone out of sight shows a dot
let phones = [];

const people = new People(changePerson);
const outbox = new Outbox(() => { for (const phone of phones) phone.draw(); });
phones = [...document.querySelectorAll(".phone")].map((node) => new Telephone(node, { people, outbox }));
const drawer = new Drawer({ who: () => people.number() });
const news = new News({ who: () => people.number(), heard: hear, away: () => setAway(true), idle: () => setAway(false) });

// The page of administrators opens beside this one; here is the telephone that its code comes to.
const admin = document.querySelector("#admin-link");
admin.addEventListener("click", () => {
  people.turnTo(admin.dataset.number);
  document.querySelector("[data-tab=sms]").click();
});

function hear(told) {
  setAway(false);
  outbox.wake();
  if (told) for (const phone of phones) { phone.hear(told[phone.channel]); hint(phone, told[phone.channel].messages); }
  drawer.refresh();
}

function setAway(isAway) {
  offline.hidden = !isAway;
  offline.textContent = isAway ? t("away") : "";
  for (const phone of phones) phone.away(isAway);
}

function hint(phone, messages) {
  const newest = messages.findLast(({ mine }) => !mine)?.at ?? "";
  const isNews = newest > (heard.get(phone.channel) ?? newest);
  heard.set(phone.channel, newest);
  if (isNews && phone.node.offsetParent === null) tab(phone.channel).classList.add("unread");
}

function tab(channel) {
  return document.querySelector(`[data-tab="${channel}"]`);
}

function show(button) {
  main.dataset.shown = button.dataset.tab;
  button.classList.remove("unread");
  for (const other of document.querySelectorAll("[data-tab]")) {
    other.setAttribute("aria-selected", String(other === button));
    other.tabIndex = other === button ? 0 : -1;
  }
  for (const phone of phones) phone.thread.settle();
}

function changePerson() {
  heard.clear();
  for (const phone of phones) { phone.clear(); tab(phone.channel).classList.remove("unread"); }
  drawer.clear();
  news.restart();
}

function tick() {
  const now = clock(new Date());
  for (const node of document.querySelectorAll(".clock")) node.textContent = now;
}

const tabs = [...document.querySelectorAll("[data-tab]")];
for (const button of tabs) {
  button.addEventListener("click", () => show(button));
  button.addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = tabs.find((one) => one !== button);
    show(other);
    other.focus();
  });
}
for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => {
    document.cookie = `palabre_language=${button.dataset.language}; path=/phone; max-age=31536000; samesite=strict`;
    window.location.reload();
  });
}
tick();
setInterval(tick, 10_000);
news.follow();
