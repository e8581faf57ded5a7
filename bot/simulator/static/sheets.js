// The two sheets that a telephone opens: choosing a place, writing a contact card.
import { t } from "./words.js";

// Opens the sheet of places; calls `done` with { latitude, longitude, label, address }.
export function choosePlace(sheet, done) {
  const note = sheet.querySelector(".note");
  note.textContent = "";
  sheet.onclick = async ({ target }) => {
    const button = target.closest("button");
    if (!button || button.matches(".close")) { if (button) sheet.close(); return; }
    if (button.dataset.latitude) { sheet.close(); done({ ...button.dataset }); return; }
    note.textContent = t("place_waiting");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => { sheet.close(); done({ latitude: coords.latitude, longitude: coords.longitude, label: "", address: "" }); },
      () => { note.textContent = t("place_denied"); },
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  sheet.showModal();
}

// Opens the sheet of a contact; calls `done` with a vCard file.
export function writeContact(sheet, done) {
  const form = sheet.querySelector("form");
  const note = sheet.querySelector(".note");
  note.textContent = "";
  sheet.querySelector(".close").onclick = () => sheet.close();
  form.onsubmit = (event) => {
    event.preventDefault();
    const name = form.elements.contact.value.trim();
    const phone = form.elements.phone.value.trim();
    if (!name || !/\d{3}/.test(phone)) { note.textContent = t("contact_missing"); return; }
    sheet.close();
    done(card(name, phone));
  };
  sheet.showModal();
}

function card(name, phone) {
  const safe = (value) => value.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `FN:${safe(name)}`, `N:${safe(name)};;;;`, `TEL;TYPE=CELL:${safe(phone)}`, "END:VCARD", ""];
  const file = new File([lines.join("\r\n")], "contact.vcf", { type: "text/vcard" });
  file.card = { name, phones: [phone] }; // how it looks until the server has read it
  return file;
}
