// Tables are sorted by a click on a heading, where a column has numbers: largest first, then smallest, then as written.

const NUMBER = /^(-?[\d.]+)( ?%)?( \(.*\))?$/;

/** The number that a cell begins with; NaN if it has none. */
function numberIn(cell) {
  const found = NUMBER.exec(cell.textContent.trim());
  return found ? Number(found[1]) : NaN;
}

/** How to compare the cells of a column: by number where all are numbers or empty, else by text. */
function comparison(cells) {
  const filled = cells.filter((cell) => cell.textContent.trim());
  const numeric = filled.length > 0 && filled.every((cell) => !Number.isNaN(numberIn(cell)));
  if (!numeric) return { numeric, compare: (one, other) => one.textContent.localeCompare(other.textContent) };
  const value = (cell) => cell.textContent.trim() ? numberIn(cell) : -Infinity;
  return { numeric, compare: (one, other) => value(other) - value(one) || 0 };
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
  if (!columns.some(({ numeric }) => numeric)) return;
  [...head.cells].forEach((heading, column) => {
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
