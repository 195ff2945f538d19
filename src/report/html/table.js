// SPDX-License-Identifier: GPL-2.0-or-later
// The table of symbols: sorted by a click on a heading, filtered as one types. Also shows and hides
// the rows of the bucket table that are not of the first screen.
"use strict";
(() => {
  const PAGE = 40; // rows that are shown at once

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const fixed = (value, digits = 2) => (value < 0 ? "-" : "") + Math.abs(value).toFixed(digits);
  const signed = (value) => (value < 0 ? "-" : "+") + Math.abs(value).toFixed(2);

  // "2.79 to 3.46" where the cut of a table leaves it open.
  const open = (low, hidden) =>
    hidden < 0.005 ? fixed(low) : low > 0 ? `${fixed(low)} to ${fixed(low + hidden)}`
      : `below ${fixed(hidden)}`;

  // What the columns are: title, class, the value to sort by, the text to show.
  const diffColumns = (data) => [
    ["symbol", "name", (row) => row[0], (row) => row[10] ? `${row[0]} (was ${row[10]})` : row[0]],
    ["base %", "n", (row) => row[3], (row) => open(row[3], row[5])],
    ["new %", "n", (row) => row[4], (row) => open(row[4], row[6])],
    ["pp", "n", (row) => row[7],
      (row) => row[5] + row[6] < 0.005 ? signed(row[4] - row[3])
        : `${signed(row[4] - row[3] - row[5])} to ${signed(row[4] + row[6] - row[3])}`],
    ...(data.amount ? [[data.amount, "n", (row) => row[8], (row) => row[9]]] : []),
    ["pairing", "match", (row) => row[11], (row) => row[11] === "exact" ? "" : row[11]],
    ["image", "image", (row) => data.images[row[2]], (row) => data.images[row[2]]],
    ["bucket", "bucket", (row) => data.buckets[row[1]], (row) => data.buckets[row[1]]],
  ];
  const reportColumns = (data) => [
    ["symbol", "name", (row) => row[0], (row) => row[0]],
    ["self %", "n", (row) => row[3], (row) => fixed(row[3])],
    ...(data.rows.some((row) => row[4] !== null)
      ? [["children %", "n", (row) => row[4], (row) => row[4] === null ? "" : fixed(row[4])]] : []),
    ...(data.rows.some((row) => row[5] !== null)
      ? [["samples", "n", (row) => row[5], (row) => row[5] === null ? "" : String(row[5])]] : []),
    ["image", "image", (row) => data.images[row[2]], (row) => data.images[row[2]]],
    ["bucket", "bucket", (row) => data.buckets[row[1]], (row) => data.buckets[row[1]]],
  ];

  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null); // what is not known is last
    return typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b;
  };

  const symbolTable = (place) => {
    const data = JSON.parse(document.getElementById(place.dataset.from).textContent);
    const columns = data.two ? diffColumns(data) : reportColumns(data);
    const change = (row) => !data.two || row[5] + row[6] >= 0.005 ? 0 : row[4] - row[3];
    let rows = data.rows, shown = PAGE, sorted = -1, down = false;

    place.textContent = "";
    const tools = make("div", "tools"), search = make("input");
    search.type = "search";
    search.placeholder = "filter by symbol, image or bucket";
    search.setAttribute("aria-label", search.placeholder);
    const count = make("span", "quiet count");
    tools.append(search, count);

    const table = make("table"), heading = make("tr"), body = make("tbody");
    columns.forEach(([title, className, key], i) => {
      const cell = make("th", className), button = make("button", "", title);
      button.type = "button";
      button.onclick = () => {
        down = sorted === i ? !down : className === "n";
        sorted = i;
        const before = (a, b) => {
          const x = key(a), y = key(b);
          return x === null || y === null || !down ? compare(x, y) : compare(y, x);
        };
        data.rows.sort(before);
        for (const other of heading.children) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", down ? "descending" : "ascending");
        filter();
      };
      cell.append(button);
      heading.append(cell);
    });
    const more = make("button", "more");
    more.type = "button";
    more.onclick = () => {
      shown *= 4;
      draw();
    };

    const draw = () => {
      body.textContent = "";
      for (const row of rows.slice(0, shown)) {
        const line = make("tr");
        for (const [title, className, , text] of columns) {
          const words = text(row), cell = make("td", className);
          if (className === "name") {
            cell.append(make("span", "", words));
            if (words.length > 100) cell.title = words;
          } else {
            cell.textContent = words;
          }
          if (title === "pp" && Math.abs(change(row)) >= 0.1)
            cell.className += change(row) > 0 ? " grew" : " shrank";
          line.append(cell);
        }
        body.append(line);
      }
      more.hidden = rows.length <= shown;
      more.textContent = `show ${Math.min(rows.length, 4 * shown) - shown} more`;
      count.textContent = `${rows.length} of ${data.rows.length} symbols`
        + (data.more ? `, ${data.more} more are not in this file` : "");
    };
    const filter = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const text = (row) => `${row[0]} ${row[10] || ""} ${data.images[row[2]]} `
        + data.buckets[row[1]];
      rows = words.length ? data.rows.filter((row) => {
        const all = text(row).toLowerCase();
        return words.every((word) => all.includes(word));
      }) : data.rows;
      shown = PAGE;
      draw();
    };
    search.oninput = filter;

    const head = make("thead"), scroll = make("div", "scroll");
    head.append(heading);
    table.append(head, body);
    scroll.append(table);
    place.append(tools, scroll, more);
    draw();
  };

  // Sub-buckets and small buckets are for those who ask.
  const bucketTable = (section) => {
    const hidden = section.querySelectorAll("tr.leaf, tr.minor");
    if (!hidden.length) return;
    const tools = make("div", "tools"), label = make("label"), box = make("input");
    box.type = "checkbox";
    const apply = () => hidden.forEach((row) => { row.hidden = !box.checked; });
    box.onchange = apply;
    label.append(box, "sub-buckets and small buckets");
    tools.append(label);
    section.querySelector("h2").after(tools);
    apply();
  };

  document.querySelectorAll("section[id^=buckets]").forEach(bucketTable);
  document.querySelectorAll(".symbols").forEach(symbolTable);
})();
