/// What is wrong with a page, looked for by a script inside of it.
enum PageAudit {
    /// An array of sentences; none is how it should be.
    static let accessibility = #"""
        (() => {
          const found = [];
          const all = (selector, root = document) => [...root.querySelectorAll(selector)];
          const name = (e) => `<${e.localName} ${e.className.baseVal ?? e.className}> ${(e.textContent || "").trim().slice(0, 40)}`;
          const hidden = (e) => e.closest("[aria-hidden=true]") !== null;
          const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === "visible";

          if (!document.documentElement.lang) found.push("no language");
          if (!document.title) found.push("no title");
          if (all("h1").length !== 1) found.push(`${all("h1").length} h1`);
          let level = 0;
          for (const heading of all("h1, h2, h3, h4, h5, h6").filter(shown)) {
            const own = Number(heading.localName[1]);
            if (own > level + 1) found.push(`heading skips a level: ${name(heading)}`);
            if (!heading.textContent.trim()) found.push("empty heading");
            level = own;
          }
          for (const one of ["main", "header", "footer"]) {
            if (all(one).length !== 1) found.push(`${all(one).length} ${one}`);
          }
          const ids = all("[id]").map((e) => e.id);
          for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) found.push(`id twice: ${id}`);
          for (const e of all("[aria-labelledby]")) {
            if (!document.getElementById(e.getAttribute("aria-labelledby"))) found.push(`label is not there: ${name(e)}`);
          }
          for (const use of all("use")) {
            if (!document.querySelector(use.getAttribute("href"))) found.push(`drawing is not there: ${use.getAttribute("href")}`);
          }
          for (const svg of all("svg").filter((e) => !e.parentElement.closest("svg"))) {
            if (!hidden(svg) && (svg.getAttribute("role") !== "img" || !svg.getAttribute("aria-label"))) {
              found.push(`drawing without role and name: ${name(svg)}`);
            }
          }
          for (const input of all("input, select, textarea")) {
            if (!input.labels?.length || !input.labels[0].textContent.trim()) found.push(`input without label: ${input.id}`);
          }
          for (const set of all("fieldset")) {
            if (set.firstElementChild?.localName !== "legend") found.push("fieldset without legend");
          }
          for (const e of all("a, button, summary")) {
            if (!(e.textContent.trim() || e.getAttribute("aria-label"))) found.push(`empty ${e.localName}`);
          }
          for (const table of all("table")) {
            if (!table.querySelector("thead th[scope=col]")) found.push(`table without headers: ${name(table)}`);
            if (!table.querySelector("tbody th[scope=row]")) found.push(`table without row headers: ${name(table)}`);
            for (const th of all("th", table)) if (!th.textContent.trim()) found.push(`empty header: ${name(table)}`);
          }
          for (const figure of all("figure")) if (!figure.querySelector("figcaption")) found.push("figure without caption");
          for (const e of all("[role=region], [tabindex]")) {
            if (!e.getAttribute("aria-label") || !e.getAttribute("role")) found.push(`region without name: ${name(e)}`);
          }
          for (const e of all("label, summary, a, button").filter(shown)) {
            const box = e.getBoundingClientRect();
            if (box.height < 24 || box.width < 24) found.push(`small target ${box.width} × ${box.height}: ${name(e)}`);
          }
          for (const e of all("dl > div")) {
            if (!e.querySelector("dt") || !e.querySelector("dd")) found.push(`incomplete pair: ${name(e)}`);
          }
          return found;
        })()
        """#

    /// Texts whose contrast with what is behind them is under 4.5 to 1.
    static let contrast = #"""
        (() => {
          const found = new Set();
          const parse = (text) => {
            const parts = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
            return text.startsWith("color(srgb") ? [...parts.slice(0, 3).map((v) => v * 255), parts[3] ?? 1]
              : [...parts.slice(0, 3), parts[3] ?? 1];
          };
          const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
          const behind = (e) => {
            const layers = [];
            for (let at = e; at; at = at.parentElement) {
              const color = parse(getComputedStyle(at).backgroundColor);
              if (color[3] > 0) layers.push(color);
              if (color[3] === 1) break;
            }
            return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
          };
          const light = (color) => {
            const [r, g, b] = color.slice(0, 3).map((v) => v / 255)
              .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const e = texts.currentNode.parentElement;
            const style = getComputedStyle(e);
            if (!texts.currentNode.textContent.trim() || !e.getClientRects().length || style.visibility !== "visible") continue;
            if (["style", "script", "title"].includes(e.localName) || e.closest(".vh, .skip")) continue;
            const isDrawn = e instanceof SVGElement;
            const ground = behind(e);
            const color = over(parse(isDrawn ? style.fill : style.color), ground);
            const [a, b] = [light(color), light(ground)];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) {
              found.add(`${ratio.toFixed(2)}: <${e.localName} ${e.className.baseVal ?? e.className}> ${e.textContent.trim().slice(0, 30)}`);
            }
          }
          return [...found];
        })()
        """#

    /// What is cut, lies over something else, or makes the page wider than the screen.
    static let layout = #"""
        (() => {
          const found = [];
          const width = innerWidth;
          if (document.scrollingElement.scrollWidth > width) {
            found.push(`the page is ${document.scrollingElement.scrollWidth} wide`);
          }
          const shown = (e) => e.getClientRects().length > 0;
          const text = (e) => `<${e.localName} ${e.className.baseVal ?? e.className}> ${e.textContent.trim().slice(0, 30)}`;
          for (const e of document.querySelectorAll("main *, header *, footer *")) {
            if (!shown(e) || e.closest(".vh, .scroll") || e.closest("svg svg")) continue;
            const box = e.getBoundingClientRect();
            if (box.width > 0 && (box.left < -0.5 || box.right > width + 0.5)) found.push(`outside of the page: ${text(e)}`);
          }
          for (const svg of document.querySelectorAll("svg")) {
            if (!shown(svg)) continue;
            const frame = svg.getBoundingClientRect();
            const isOpen = getComputedStyle(svg).overflow === "visible";
            const labels = [...svg.querySelectorAll("text")].filter(shown);
            const boxes = labels.map((e) => e.getBoundingClientRect());
            labels.forEach((label, at) => {
              const box = boxes[at];
              if (!isOpen && (box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) found.push(`cut: ${text(label)}`);
              for (let other = at + 1; other < boxes.length; other++) {
                const next = boxes[other];
                if (box.left < next.right - 0.5 && next.left < box.right - 0.5 && box.top < next.bottom - 2
                  && next.top < box.bottom - 2) found.push(`overlap: ${text(label)} and ${text(labels[other])}`);
              }
            });
          }
          for (const e of document.querySelectorAll("p, li, dd, dt, h1, h2, h3, td, th, summary, label, code, figcaption")) {
            if (!shown(e) || e.closest(".vh")) continue;
            const style = getComputedStyle(e);
            const isCut = e.scrollWidth > e.clientWidth + 1 && style.overflowX !== "visible" && style.display !== "inline";
            if (isCut && !(style.textOverflow === "ellipsis" && e.title)) found.push(`cut: ${text(e)}`);
          }
          return [...new Set(found)];
        })()
        """#
}
