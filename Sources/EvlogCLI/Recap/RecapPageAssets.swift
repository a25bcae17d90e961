/// Style and script of the page. `$NAME$` marks what differs from one page to another.
enum RecapPageAssets {
    static let style = """

        :root{color-scheme:light dark;--ink:#16161d;--accent:$ACCENT$;--soft:#3d3d4a;--edge:rgb(0 0 0/.2);--lift:rgb(255 255 255/.5);
        --sky:linear-gradient(135deg,$PALE1$,$PALE2$)}
        @media (prefers-color-scheme:dark){:root{--ink:#fff;--accent:#fff;--soft:rgb(255 255 255/.88);--edge:rgb(255 255 255/.4);
        --lift:rgb(255 255 255/.12);--sky:linear-gradient(135deg,$DEEP1$,$DEEP2$)}}
        *{box-sizing:border-box;margin:0}
        html,body{height:100%}
        body{display:flex;flex-direction:column;background:var(--sky) fixed;color:var(--ink);
        font:1rem/1.4 $FONTS$;-webkit-text-size-adjust:100%}
        header{text-align:center;padding:1.25rem 1rem .25rem}
        h1{font-size:1.25rem;line-height:1.3}
        header p,.count{color:var(--soft);font-size:.875rem}
        main{flex:1;min-height:0;display:flex;overflow-x:auto;overflow-y:hidden;scroll-snap-type:x mandatory;
        scrollbar-width:none;overscroll-behavior-x:contain}
        main::-webkit-scrollbar{display:none}
        section{position:relative;flex:0 0 100%;height:100%;overflow-y:auto;display:flex;flex-direction:column;
        align-items:center;padding:.5rem 4.5rem;scroll-snap-align:start;scroll-snap-stop:always}
        .card{flex:1 0 auto;width:100%;max-width:30rem;display:flex;flex-direction:column;align-items:center;
        justify-content:center;gap:.75rem;text-align:center}
        .icon{width:3.75rem;height:3.75rem;fill:currentColor;color:var(--accent);margin-bottom:.75rem}
        h2{font-size:1.25rem;font-weight:500;color:var(--soft);overflow-wrap:anywhere}
        .value{font-weight:700;line-height:1.15;max-width:100%;overflow-wrap:anywhere;
        font-family:ui-rounded,$FONTS$}
        .trend{display:flex;align-items:center;gap:.4rem;color:var(--soft)}
        .arrow{width:1rem;height:1rem;fill:currentColor;flex:none}
        .bars{width:100%;max-width:20rem;margin-top:1rem;overflow:visible}
        .bars rect{fill:var(--accent)}
        .bars text{fill:var(--soft)}
        .picture{width:100%;display:flex;justify-content:center}
        .picture svg{height:min(34rem,calc(100vh - 10rem));width:auto;max-width:100%;border-radius:1.25rem;
        box-shadow:0 .5rem 2rem rgb(0 0 0/.3)}
        .turn{position:fixed;top:50%;display:flex;width:2.75rem;height:2.75rem;margin-top:-1.375rem;
        align-items:center;justify-content:center;border-radius:50%;background:var(--lift);
        border:1px solid var(--edge);color:inherit}
        section .turn{position:absolute}
        .turn svg{width:1.25rem;height:1.25rem;fill:none;stroke:currentColor;stroke-width:2.5;
        stroke-linecap:round;stroke-linejoin:round}
        .back{left:.875rem}
        .on{right:.875rem}
        .count{padding:.5rem}
        nav ol{display:flex;justify-content:center;flex-wrap:wrap;list-style:none;padding:0 0 .75rem}
        nav a{display:block;padding:.5rem;border-radius:50%}
        nav a::before{content:"";display:block;width:.625rem;height:.625rem;border-radius:50%;
        border:2px solid var(--ink)}
        nav a[aria-current]::before{background:var(--ink)}
        :focus-visible{outline:3px solid var(--ink);outline-offset:2px}
        main:focus-visible{outline-offset:-4px}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        @media (max-height:30rem){.icon,.count{display:none}}
        @media (max-width:26rem){section{padding:.5rem 3.75rem}.back{left:.5rem}.on{right:.5rem}}
        @media (prefers-reduced-motion:no-preference){main{scroll-behavior:smooth}}
        @media print{html,body{height:auto}main{display:block}section{height:90vh;break-after:page}nav,.turn{display:none}}

        """

    static let script = """

        (function () {
          "use strict";
          var main = document.getElementById("pages");
          var sections = main.querySelectorAll("section");
          var dots = document.querySelectorAll("nav a");
          if (sections.length < 2) return;
          function current() { return Math.round(main.scrollLeft / main.clientWidth); }
          function go(index) {
            var page = Math.max(0, Math.min(sections.length - 1, index));
            main.scrollTo({ left: sections[page].offsetLeft - sections[0].offsetLeft });
          }
          function mark() {
            var page = current();
            dots.forEach(function (dot, index) {
              if (index === page) dot.setAttribute("aria-current", "true");
              else dot.removeAttribute("aria-current");
            });
          }
          var target = null;
          document.addEventListener("keydown", function (event) {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            var from = target === null ? current() : target;
            var next = { ArrowRight: from + 1, ArrowLeft: from - 1, PageDown: from + 1, PageUp: from - 1,
              Home: 0, End: sections.length - 1 }[event.key];
            if (next === undefined) return;
            event.preventDefault();
            target = Math.max(0, Math.min(sections.length - 1, next));
            go(target);
          });
          document.addEventListener("click", function (event) {
            var link = event.target.closest("a[href^='#page-']");
            if (!link) return;
            event.preventDefault();
            target = Number(link.getAttribute("href").slice(6)) - 1;
            go(target);
          });
          var settled;
          main.addEventListener("scroll", function () {
            mark();
            clearTimeout(settled);
            settled = setTimeout(function () { target = null; }, 150);
          });
          window.addEventListener("resize", function () { mark(); });
          mark();
        })();

        """
}
