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

const table = document.getElementById("table");
const order = document.getElementById("order");
const sorted = { column: 0, down: false };
function name(body) { return body.rows[0].cells[0].textContent; }
function value(body, column) { return Number(body.dataset.order.split(" ")[column - 1]); }
function sort(column, down) {
  Object.assign(sorted, { column, down });
  const bodies = [...table.tBodies];
  bodies.sort((a, b) => {
    const names = name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;
    if (column === 0) return down ? -names : names;
    const by = value(a, column) - value(b, column);
    return (down ? -by : by) || names;
  });
  table.append(...bodies);
  [...table.tHead.rows[0].cells].forEach((head, number) => {
    if (number === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  order.value = String(column);
}
if (table && order) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    // What there is most of comes first, names from the start of the alphabet.
    button.addEventListener("click", () => sort(column, sorted.column === column ? !sorted.down : column > 0));
  });
  order.addEventListener("change", () => sort(Number(order.value), order.value !== "0"));
  table.tHead.rows[0].cells[0].setAttribute("aria-sort", "ascending");
}
