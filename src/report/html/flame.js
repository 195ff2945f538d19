// SPDX-License-Identifier: GPL-2.0-or-later
// Flame graphs: the root on top, the widest first. A frame's values are percent of what is
// compared, of the base and of the new side.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ROW = 17, LETTER = 6.65, NARROWEST = 0.4, PAPER = 720; // pixels
  const SCALE = 1e5; // of the values in the data

  // In the order of the letters that the data have for changes.
  const CHANGES = ["same", "open", "up1", "up2", "up3", "born", "down1", "down2", "down3", "gone"];
  const LEGEND = [["gone", "− gone"], ["down3", "half or less"], ["down2", "-20 to -50 %"],
    ["down1", "-5 to -20 %"], ["same", "same, or noise"], ["up1", "+5 to +25 %"],
    ["up2", "+25 to +100 %"], ["up3", "twice or more"], ["born", "+ new"], ["open", "not listed"]];
  const WAYS = ["callchain", "caller", "bucket"]; // the trees there are, if there are callchains
  const MARKS = { born: "+ ", gone: "− " };

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };
  const percent = (value) => value.toFixed(Math.abs(value) < 0.095 && value ? 3 : 2);
  const points = (value) => (value < 0 ? "-" : "+") + Math.abs(value).toFixed(2);

  // Plain arrays by frame, callers before what they call.
  const readTree = (data) => {
    const count = data.frames.length / 4, tree = { data, count };
    for (const key of ["depth", "name", "parent", "end"]) tree[key] = new Int32Array(count);
    for (const key of ["base", "new", "larger", "change"]) tree[key] = new Float64Array(count);
    const selfBase = new Float64Array(count), selfNew = new Float64Array(count), path = [];
    for (let i = 0; i < count; i++) {
      const [depth, name, base, newer] = data.frames.slice(4 * i, 4 * i + 4);
      tree.depth[i] = depth;
      tree.name[i] = name;
      selfBase[i] = tree.base[i] = base / SCALE;
      selfNew[i] = tree.new[i] = newer / SCALE;
      path[depth] = i;
      tree.parent[i] = depth ? path[depth - 1] : -1;
      if (depth) {
        selfBase[path[depth - 1]] -= tree.base[i];
        selfNew[path[depth - 1]] -= tree.new[i];
      }
      tree.end[i] = i + 1;
    }
    // The larger of both sides, and what changed, are sums over each frame's own part.
    for (let i = count - 1; i >= 0; i--) {
      const base = Math.max(selfBase[i], 0), newer = Math.max(selfNew[i], 0);
      tree.larger[i] += Math.max(base, newer);
      tree.change[i] += Math.abs(newer - base);
      if (tree.parent[i] < 0) continue;
      tree.larger[tree.parent[i]] += tree.larger[i];
      tree.change[tree.parent[i]] += tree.change[i];
      tree.end[tree.parent[i]] = Math.max(tree.end[tree.parent[i]], tree.end[i]);
    }
    tree.selfBase = selfBase;
    tree.selfNew = selfNew;
    return tree;
  };

  const flame = (place) => {
    const elements = [0, 1, 2].map((n) => document.getElementById(`${place.dataset.from}-${n}`))
      .filter(Boolean), trees = []; // those that were looked at
    const treeOf = (n) => trees[n] ||= readTree(JSON.parse(elements[n].textContent));
    let tree = treeOf(0);
    const two = tree.data.two;
    let zoomed = 0, focused = 0, width = two ? "larger" : "new";
    let colour = two ? "change" : "bucket", found = null;
    let groups = new Map(); // frame -> its element
    let paper = 0; // while it is printed: how wide, so that letters keep their size

    const label = (i) => tree.data.names[tree.name[i]];
    const changeOf = (i) => CHANGES[tree.data.change.charCodeAt(i) - 97];
    const isRest = (i) => tree.data.folded[i] !== undefined;
    const classOf = (i) => i === 0 ? "root" : isRest(i) ? "rest"
      : colour === "change" ? changeOf(i) : `b${tree.data.name_colour[tree.name[i]]}`;

    // ---- controls ----
    place.textContent = "";
    const tools = make("div", "tools");
    const choice = (title, name, options, chosen, act) => {
      const set = make("fieldset"), group = `${place.dataset.from}-${name}`;
      set.append(make("legend", "", title));
      for (const [value, text] of options) {
        const option = make("label"), radio = make("input");
        Object.assign(radio, { type: "radio", name: group, value, checked: value === chosen });
        radio.onchange = () => act(value);
        option.append(radio, text);
        set.append(option);
      }
      tools.append(set);
    };
    if (elements.length > 1)
      choice("by", "by", WAYS.map((way, n) => [String(n), way]), "0", (value) => {
        tree = treeOf(Number(value));
        zoomed = focused = 0;
        search();
      });
    if (two) {
      choice("width", "width", [["larger", "larger side"], ["base", "base"], ["new", "new"],
        ["change", "change"]], width, (value) => {
        width = value;
        layOut();
      });
      choice("colour", "colour", [["change", "change"], ["bucket", "bucket"]], colour, (value) => {
        colour = value;
        layOut();
      });
    }
    const box = make("input"), matches = make("span", "quiet matches");
    box.type = "search";
    box.placeholder = "search frames, also by ^regex$ ( / )";
    box.setAttribute("aria-label", "search frames");
    const reset = make("button", "reset", "reset zoom");
    reset.type = "button";
    tools.append(box, reset, matches);

    const legend = make("div", "legend"), picture = make("div", "picture");
    const detail = make("div", "detail");
    detail.setAttribute("aria-live", "polite");
    const note = make("p", "quiet");
    place.append(tools, legend, picture, detail, note);

    const showLegend = () => {
      const items = colour === "change" ? LEGEND
        : [...tree.data.heads.map((name, i) => [`b${i}`, name]), ["b8", "other buckets"]];
      legend.textContent = "";
      for (const [className, text] of items) legend.append(make("span", className, text));
    };

    // ---- one frame in words ----
    const describe = (i) => {
      const { data } = tree, name = tree.name[i];
      const where = [data.images[data.name_image[name]], data.buckets[data.name_bucket[name]]]
        .filter(Boolean).join(", ");
      const title = isRest(i) ? `${label(i)} ${tree.data.folded[i]} frames too narrow to draw`
        : label(i);
      const self = [Math.max(tree.selfBase[i], 0), Math.max(tree.selfNew[i], 0)];
      const own = self.some((value) => value >= 0.005);
      let figures;
      if (!two) {
        figures = `${percent(tree.new[i])} %` + (own ? `, itself ${percent(self[1])} %` : "");
      } else if (data.open[i]) {
        const range = (low, hidden) => hidden < 0.005 ? `${percent(low)} %`
          : `${percent(low)} to ${percent(low + hidden)} %`;
        figures = `base ${range(tree.base[i], data.open[i][0])}, `
          + `new ${range(tree.new[i], data.open[i][1])}`;
      } else {
        const ratio = tree.base[i] > 0 && tree.new[i] > 0
          ? ` (x ${(tree.new[i] / tree.base[i]).toFixed(2)})` : "";
        figures = `base ${percent(tree.base[i])} %, new ${percent(tree.new[i])} %: `
          + `${points(tree.new[i] - tree.base[i])} pp${ratio}`;
        if (own)
          figures += `; itself ${percent(self[0])} and ${percent(self[1])} %: `
            + `${points(self[1] - self[0])} pp`;
        if (i && changeOf(i) === "same") figures += "; no more than noise, or less than 5 %";
      }
      return { title, where, figures };
    };
    const change = (base, newer) => two
      ? `${percent(base)} → ${percent(newer)} % (${points(newer - base)} pp)` : `${percent(newer)} %`;

    // A function may be called from many places: all of them together, and from where.
    const everywhere = (i) => {
      const name = tree.name[i], callers = new Map();
      let base = 0, newer = 0, covered = 0, count = 0;
      for (let k = 1; k < tree.count; k++) {
        if (tree.name[k] !== name || k < covered) continue; // or it is above itself
        covered = tree.end[k];
        count++;
        base += tree.base[k];
        newer += tree.new[k];
        const sum = callers.get(tree.name[tree.parent[k]]) || [0, 0];
        callers.set(tree.name[tree.parent[k]], [sum[0] + tree.base[k], sum[1] + tree.new[k]]);
      }
      if (count < 2 || isRest(i) || tree.data.by !== "callchain") return "";
      const list = [...callers].sort((a, b) => Math.max(...b[1]) - Math.max(...a[1]));
      const from = list.slice(0, 5).map(([caller, sum]) =>
        `${tree.data.names[caller].slice(0, 80)} ${change(...sum)}`).join(", ");
      return `In all ${count} places: ${change(base, newer)}. Called by ${from}`
        + (list.length > 5 ? ` and ${list.length - 5} more.` : ".");
    };
    const showDetail = (i, hovered) => {
      const { title, where, figures } = describe(i);
      detail.textContent = "";
      detail.append(make("b", "", title), where ? `${where}: ` : "", figures);
      const all = hovered ? "" : everywhere(i);
      if (all) detail.append(make("br"), all);
    };

    // ---- the picture ----
    const addFrame = (svg, i, x, y, wide) => {
      const group = draw("g", { class: classOf(i) + (i < zoomed ? " above" : "")
        + (found && found.has(i) ? " hit" : ""), tabindex: i === focused ? 0 : -1, role: "button" });
      const mark = two && colour === "change" ? MARKS[classOf(i)] || "" : "";
      const rect = draw("rect", { x: x.toFixed(2), y, width: Math.max(wide, 0.4).toFixed(2),
        height: ROW - 1 });
      if (mark) rect.setAttribute("fill", `url(#${place.dataset.from}-${classOf(i)})`);
      group.dataset.frame = i;
      group.append(rect);
      const letters = Math.floor((wide - 6) / LETTER);
      const words = mark + label(i), text = draw("text", { x: x + 3, y: y + 12 });
      if (letters >= 3) {
        const all = [...words.slice(0, 2 * letters + 2)]; // whole characters
        text.textContent = all.length > letters ? all.slice(0, letters - 1).join("") + "…" : words;
        group.append(text);
      }
      group.setAttribute("aria-label", label(i).slice(0, 200));
      svg.append(group);
      groups.set(i, group);
    };
    const stripes = (svg, id, light, dark) => {
      const pattern = draw("pattern", { id: `${place.dataset.from}-${id}`, width: 8, height: 8,
        patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
      pattern.append(draw("rect", { width: 8, height: 8, fill: light, style: "stroke:none" }),
        draw("rect", { width: 2, height: 8, fill: dark, style: "stroke:none" }));
      svg.append(pattern);
    };
    const layOut = () => {
      const room = paper || Math.max(picture.clientWidth, 280), values = tree[width];
      const above = [], right = new Float64Array(tree.count);
      let deepest = tree.depth[zoomed];

      for (let i = zoomed; i >= 0; i = tree.parent[i]) above.unshift(i);
      const svg = draw("svg", {});
      stripes(svg, "born", "#fdb56f", "#ee9a4b");
      stripes(svg, "gone", "#9ac8e6", "#74b2dc");
      groups = new Map();
      if (!above.includes(focused)) focused = zoomed;
      for (const i of above) addFrame(svg, i, 0, ROW * tree.depth[i], room);
      for (let i = zoomed + 1; i < tree.end[zoomed];) {
        const wide = values[zoomed] > 0 ? values[i] / values[zoomed] * room : 0;
        const x = right[tree.parent[i]];
        right[tree.parent[i]] += wide;
        right[i] = x;
        if (wide < NARROWEST) {
          i = tree.end[i]; // nor is anything above it wider
          continue;
        }
        addFrame(svg, i, x, ROW * tree.depth[i], wide);
        deepest = Math.max(deepest, tree.depth[i]);
        i++;
      }
      svg.setAttribute("viewBox", `0 0 ${room} ${ROW * (deepest + 1)}`);
      svg.setAttribute("class", found ? "searched" : "");
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", "flame graph");
      picture.replaceChildren(svg);
      reset.disabled = zoomed === 0;
      note.textContent = `Values are ${tree.data.measure}. `
        + "Click or Enter zooms, Esc resets, arrows walk, / searches.";
      showLegend();
      showDetail(focused);
    };
    const zoom = (i) => {
      zoomed = focused = i;
      layOut();
      groups.get(i).focus({ preventScroll: true });
    };

    // ---- search ----
    const search = () => {
      const words = box.value.trim().toLowerCase();
      let base = 0, newer = 0, covered = 0;

      found = null;
      matches.textContent = "";
      if (words) {
        let fits = (text) => text.toLowerCase().includes(words);
        try {
          const expression = new RegExp(box.value.trim(), "im");
          fits = (text) => expression.test(text);
        } catch {
          // no regular expression: as it is
        }
        const names = tree.data.names.map((name, n) =>
          fits(`${name}\n${tree.data.buckets[tree.data.name_bucket[n]]}`));
        found = new Set();
        for (let i = 0; i < tree.count; i++) {
          if (!names[tree.name[i]] || isRest(i)) continue;
          found.add(i);
          if (i < covered) continue; // its caller was found: counted already
          covered = tree.end[i];
          base += tree.base[i];
          newer += tree.new[i];
        }
        matches.textContent = !found.size ? "not found" : `${found.size} frames, `
          + change(base, newer);
      }
      layOut();
    };
    box.oninput = search;
    reset.onclick = () => zoom(0);

    // ---- mouse and keyboard ----
    const frameOf = (event) => {
      const group = event.target.closest("[data-frame]");
      return group ? Number(group.dataset.frame) : -1;
    };
    picture.onclick = (event) => frameOf(event) >= 0 && zoom(frameOf(event));
    picture.onmouseover = (event) => frameOf(event) >= 0 && showDetail(frameOf(event), true);
    picture.onmouseleave = () => showDetail(focused);
    const walk = (to) => {
      if (to === undefined || !groups.has(to)) return;
      groups.get(focused)?.setAttribute("tabindex", -1);
      focused = to;
      groups.get(to).setAttribute("tabindex", 0);
      groups.get(to).focus();
      showDetail(to);
    };
    const siblings = (i) => {
      const list = [], parent = tree.parent[i];
      for (let k = parent + 1; parent >= 0 && k < tree.end[parent]; k = tree.end[k])
        if (groups.has(k)) list.push(k);
      return list;
    };
    const keys = {
      ArrowUp: () => walk(tree.parent[focused]),
      ArrowDown: () => focused < zoomed ? walk([...groups.keys()].find(
        (i) => tree.parent[i] === focused)) : tree.end[focused] > focused + 1 && walk(focused + 1),
      ArrowLeft: () => walk(siblings(focused)[siblings(focused).indexOf(focused) - 1]),
      ArrowRight: () => walk(siblings(focused)[siblings(focused).indexOf(focused) + 1]),
      Enter: () => zoom(focused),
      " ": () => zoom(focused),
      Escape: () => zoom(0),
      Backspace: () => zoom(Math.max(tree.parent[zoomed], 0)),
      Home: () => walk(zoomed),
    };
    picture.onkeydown = (event) => {
      if (frameOf(event) < 0 || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey)
        return;
      event.preventDefault();
      focused = frameOf(event);
      keys[event.key]();
    };
    box.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      box.value = "";
      search();
    };
    window.addEventListener("beforeprint", () => {
      paper = PAPER;
      layOut();
    });
    window.addEventListener("afterprint", () => {
      paper = 0;
      layOut();
    });
    let drawn = picture.clientWidth;
    layOut();
    new ResizeObserver(() => {
      if (picture.clientWidth === drawn) return;
      drawn = picture.clientWidth;
      layOut();
    }).observe(picture);
    return box;
  };

  const boxes = [...document.querySelectorAll(".flame")].map(flame);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.tagName === "INPUT" || !boxes.length) return;
    event.preventDefault();
    boxes[0].focus();
  });
})();
