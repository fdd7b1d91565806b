"use strict";
// Sends each picture by itself, so that each has the size limit of its own, and shows what becomes of it.
(() => {
const $ = (id) => document.getElementById(id);
let sending = 0;
const problem = (text) => { $("problem").textContent = text; };

async function send(file) {
  const form = new FormData();
  form.append("pictures", file);
  sending++;
  try {
    const answer = await fetch("pictures", { method: "POST", body: form, headers: { Accept: "application/json" } });
    if (answer.status === 413) problem(`${file.name}: a picture may have up to 30 MB.`);
    else if (!answer.ok) problem(`${file.name}: ${(await answer.json()).error}`);
  } catch { problem(`${file.name}: it was not sent. Is the window on the computer still open?`); }
  sending--;
  await show();
}

async function show() {
  try {
    const answer = await fetch("pictures");
    if (!answer.ok) throw new Error(answer.status);
    $("pictures").innerHTML = await answer.text(); // made by the program, with texts escaped
    $("none").hidden = $("pictures").children.length > 0 || sending > 0;
  } catch { problem("The computer does not answer. Is its window still open?"); }
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  problem("");
  const files = [...$("files").files];
  $("form").reset();
  for (const file of files) await send(file);
});
$("files").addEventListener("change", () => $("form").requestSubmit());
setInterval(show, 1500);
})();
