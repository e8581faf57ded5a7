// Conveniences; every page works without them.
"use strict";

// The entry of the menu that is open stands in view on a narrow phone.
const current = document.querySelector(".menu [aria-current]");
if (current) {
  const menu = current.closest(".menu");
  menu.scrollLeft = current.offsetLeft - (menu.clientWidth - current.offsetWidth) / 2;
}

// A form that is on its way is not sent again, by a second tap, by Enter, or by what is typed behind a whole code: a code
// is good once, and its twin would be told that there is none. Nobody tells a page that its reader has stopped the browser,
// or that the line is lost: after a while it can be sent again.
const AGAIN_MS = 20000;
const free = (forms) => {
  for (const form of forms) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button[disabled]")) button.disabled = false;
  }
};
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if ("sent" in form.dataset) return event.preventDefault();
    form.dataset.sent = "";
    for (const button of form.querySelectorAll("button")) setTimeout(() => { button.disabled = true; });
    setTimeout(() => free([form]), AGAIN_MS);
  });
}
addEventListener("pageshow", () => free(document.querySelectorAll("form[data-sent]")));

// A code of six digits is sent as soon as it is whole.
const code = document.querySelector("input.code");
if (code) {
  code.addEventListener("input", () => {
    if (/^\d{6}$/.test(code.value.replace(/\s/g, ""))) code.form.requestSubmit();
  });
}

// The steps of a run that works are asked for whenever its stream says that something happened; and again and again, less
// often while there is a stream, in case it loses something. Only as long as the page is seen and the run goes on.
const live = document.querySelector("[data-live]");
if (live) {
  const open = () => live.querySelector("[data-version]");
  const lost = document.createElement("p");
  lost.className = "notice warning";
  lost.setAttribute("role", "status");
  let timer, asking, again, hurries, stream;

  const isTyping = () => [...document.querySelectorAll("main input")].some(
    (field) => field === document.activeElement || field.value !== field.defaultValue);
  const look = async () => {
    if (asking) { again = true; return; }
    asking = true;
    hurries = false;
    let over = false;
    try {
      const answer = document.hidden ? null : await fetch(`${live.dataset.live}?seen=${open().dataset.version}`, {redirect: "manual"});
      if (answer && answer.status !== 200 && answer.status !== 204 && answer.status < 500) return location.reload();
      if (answer && answer.status >= 500) throw new Error("away");
      if (answer && answer.status === 200) open().outerHTML = await answer.text();
      if (answer) lost.remove();
      over = "over" in open().dataset;
    } catch {
      lost.textContent = live.dataset.lost;
      live.prepend(lost);
    }
    asking = false;
    if (over) return isTyping() || location.reload(); // the steps are whole; the rest comes with the next page
    const soon = again;
    again = false;
    later(soon ? 150 : stream?.readyState === EventSource.OPEN ? 10000 : 2000);
  };
  const later = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
  };
  const follow = () => { // a hidden page holds no connection: browsers have few for one server
    stream?.close();
    stream = document.hidden ? null : new EventSource(live.dataset.events);
    for (const kind of ["turn_start", "content", "tool_start", "tool_progress", "tool_end", "file", "done"]) {
      stream?.addEventListener(kind, () => {
        if (kind === "done") stream.close();
        if (asking) again = true;
        else if (!hurries) { hurries = true; later(150); }
      });
    }
  };
  document.addEventListener("visibilitychange", () => { follow(); later(0); });
  addEventListener("pagehide", () => stream?.close());
  follow();
  later(2000);
}
