/// What the page can do beyond HTML and CSS. Without it everything still shows; with it the period stays in the address,
/// the arrow keys page through the periods, and a pointer is told what it is over.
enum ReportScript {
    static let text = #"""

        "use strict";
        (() => {
          const radios = [...document.querySelectorAll("input[name=period]")];
          const announce = document.getElementById("announce");
          const choose = (radio) => {
            radio.checked = true;
            try { history.replaceState(null, "", "#" + radio.value); } catch { /* some pages may not */ }
            const heading = document.getElementById("h-" + radio.value);
            if (heading && announce) announce.textContent = heading.textContent;
          };
          const follow = () => {
            const radio = radios.find((r) => "#" + r.value === location.hash);
            if (radio) radio.checked = true;
          };
          follow();
          addEventListener("hashchange", follow);
          for (const radio of radios) radio.addEventListener("change", () => choose(radio));

          addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            if (event.target.closest("input, [tabindex]")) return;
            const next = radios[radios.findIndex((r) => r.checked) + step];
            if (next) { choose(next); event.preventDefault(); }
          });

          const texts = new WeakMap();
          for (const title of document.querySelectorAll("svg.tips title")) {
            texts.set(title.parentNode, title.textContent);
            title.remove();
          }
          const tip = document.createElement("div");
          tip.className = "tip";
          tip.setAttribute("aria-hidden", "true");
          tip.hidden = true;
          document.body.append(tip);
          const textAt = (node) => {
            for (let at = node; at instanceof Element && at.localName !== "body"; at = at.parentNode) {
              if (texts.has(at)) return texts.get(at);
            }
          };
          const show = (event) => {
            const text = textAt(event.target);
            tip.hidden = !text;
            if (!text) return;
            tip.textContent = text;
            const width = document.documentElement.clientWidth;
            const left = Math.min(Math.max(8, event.clientX - tip.offsetWidth / 2), width - tip.offsetWidth - 8);
            const above = event.clientY - tip.offsetHeight - 14;
            tip.style.left = left + "px";
            tip.style.top = (above < 8 ? event.clientY + 20 : above) + "px";
          };
          document.addEventListener("pointermove", show);
          document.addEventListener("pointerdown", show);
          document.addEventListener("pointerleave", () => { tip.hidden = true; });
          addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
        })();

        """#
}
