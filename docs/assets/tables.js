// Tables that have a column of numbers are sorted by a click on a heading: numbers from the largest on, texts from A to Z,
// then the other way round, then as written.

const NUMBER = /^(-?[\d.]+)( ?%)?( \(.*\)|( to |-).+)?$/;

/** The text of a cell. */
function textOf(cell) {
  return cell.textContent.trim();
}

/** The number that a cell begins with, less than all others if it is empty. */
function numberOf(cell) {
  return textOf(cell) ? Number(NUMBER.exec(textOf(cell))[1]) : -Infinity;
}

/** How the cells of a column are compared; null where some are numbers and others are not, or have units. */
function comparison(cells) {
  const filled = cells.map(textOf).filter(Boolean);
  if (filled.length && filled.every((text) => NUMBER.test(text))) {
    return { numeric: true, compare: (one, other) => numberOf(other) - numberOf(one) || 0 };
  }
  if (filled.some((text) => /^-?\d/.test(text))) return null;
  return { numeric: false, compare: (one, other) => textOf(one).localeCompare(textOf(other)) };
}

/** Sort the rows of a table by a column: `order` 1 as `compare` has it, -1 the other way round, 0 as written. */
function sort(body, written, column, compare, order) {
  const rows = [...written];
  if (order) rows.sort((one, other) => order * compare(one.cells[column], other.cells[column]));
  body.append(...rows);
}

/** Make a table sortable, if one of its columns has numbers. */
function makeSortable(table) {
  const head = table.tHead?.rows[0], body = table.tBodies[0];
  if (!head || body?.rows.length < 2) return;
  const written = [...body.rows];
  const columns = [...head.cells].map((_, column) => comparison(written.map((row) => row.cells[column])));
  if (!columns.some((column) => column?.numeric)) return;
  [...head.cells].forEach((heading, column) => {
    if (!columns[column]) return;
    const button = document.createElement("button");
    button.className = "sort";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const order = { "": 1, "1": -1, "-1": 0 }[heading.dataset.order ?? ""];
      for (const other of head.cells) {
        delete other.dataset.order;
        other.removeAttribute("aria-sort");
      }
      if (order) {
        heading.dataset.order = order;
        heading.setAttribute("aria-sort", (order > 0) === columns[column].numeric ? "descending" : "ascending");
      }
      sort(body, written, column, columns[column].compare, order);
    });
  });
}

document.querySelectorAll(".md-typeset table:not([class])").forEach(makeSortable);

// A table or code that is wider than its page is scrolled by keys too. The theme wraps tables when the page has loaded.
addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
  }
});
