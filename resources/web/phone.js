"use strict";
// Sends each picture by itself, so that each has the size limit of its own, and shows what becomes of it.
(() => {
const $ = (id) => document.getElementById(id);
const TEXTS = JSON.parse($("texts").textContent); // in the language of the page, with {fields}
const words = (name, fields = {}) => TEXTS[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
let shown = null, isLost = false;
const problem = (text) => { $("problem").textContent = text; };
const LOST = words("lost");

// The computer is busy with others (503): ask again as often as it takes, for a minute at most.
async function patiently(ask) {
  for (let left = 30; ; left--) {
    const answer = await ask();
    if (answer.status !== 503 || left === 0) return answer;
    await new Promise((done) => setTimeout(done, 2000));
  }
}

async function send(file) {
  if (file.size > Number($("form").dataset.most)) { // the computer would end the connection
    problem(words("too_large", file));
    return;
  }
  const form = new FormData();
  form.append("pictures", file);
  try {
    const answer = await patiently(() =>
      fetch("pictures", { method: "POST", body: form, headers: { Accept: "application/json" } }));
    if (answer.status === 413) problem(words("too_large", file));
    else if (!answer.ok) problem(words("refused", { name: file.name, reason: (await answer.json()).error.message }));
  } catch { problem(words("not_sent", file)); }
  await show();
}

async function show() {
  try {
    const answer = await fetch("pictures");
    if (answer.status === 503) return; // it is asked again soon
    if (!answer.ok) throw new Error(answer.status);
    const items = await answer.text();
    if (isLost) problem("");
    isLost = false;
    if (items === shown) return; // a screen reader would read it again
    shown = items;
    $("pictures").innerHTML = items; // made by the program, with texts escaped
    $("none").hidden = $("pictures").children.length > 0;
  } catch {
    isLost = true;
    if ($("problem").textContent !== LOST) problem(LOST);
  }
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  problem("");
  const files = [...$("files").files];
  $("form").reset();
  for (const [number, file] of files.entries()) {
    $("sending").textContent = words("sending", { name: file.name, number: number + 1, count: files.length });
    await send(file);
  }
  $("sending").textContent = "";
});
$("files").addEventListener("change", () => $("form").requestSubmit());
setInterval(show, 1500);
})();
