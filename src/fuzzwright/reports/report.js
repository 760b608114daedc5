"use strict";
for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;

for (const button of document.querySelectorAll("button.copy")) {
  const code = button.parentElement.querySelector("code");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    } catch {
      getSelection().selectAllChildren(code);
    }
  });
}

const words = document.getElementById("words");
const verdict = document.getElementById("verdict");
const count = document.getElementById("count");
function filter() {
  const wanted = words.value.toLowerCase();
  let shown = 0;
  const cards = document.querySelectorAll("article");
  for (const card of cards) {
    const fits = (!verdict.value || card.dataset.verdict === verdict.value)
      && card.textContent.toLowerCase().includes(wanted);
    card.hidden = !fits;
    shown += fits;
  }
  count.textContent = shown === cards.length ? "" : `${shown} of ${cards.length} shown`;
}
if (words) {
  words.addEventListener("input", filter);
  verdict.addEventListener("change", filter);
}
