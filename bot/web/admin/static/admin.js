// Conveniences; every page works without them.
"use strict";

// The entry of the menu that is open stands in view on a narrow phone.
const current = document.querySelector(".menu [aria-current]");
if (current) {
  const menu = current.closest(".menu");
  menu.scrollLeft = current.offsetLeft - (menu.clientWidth - current.offsetWidth) / 2;
}

// A second tap on a form that is on its way does nothing. (The server counts it once anyway.)
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll("button")) setTimeout(() => { button.disabled = true; });
  });
}
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button[disabled]")) button.disabled = false;
});

// A code of six digits is sent as soon as it is whole.
const code = document.querySelector("input.code");
if (code) {
  code.addEventListener("input", () => {
    if (/^\d{6}$/.test(code.value.replace(/\s/g, ""))) code.form.requestSubmit();
  });
}
