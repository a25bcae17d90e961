/// How the page looks: calm, system fonts, one accent a card, light or dark as the reader's system is.
enum ReportStyle {
    static let text = colors + frame + cards + drawings + wellness

    private static let colors = """

        :root { color-scheme: light dark; --page: #f4f4f7; --card: #fff; --text: #1c1c21; --soft: #5b5b66; --line: #e3e3ea;
          --hair: #ececf1; --blue: #0b5cd6; --green: #17733a; --orange: #9a4f00; --red: #bf2318; --none: #ececf1;
          --heat: #0b5cd6; --shade: 0 1px 2px rgba(20, 20, 40, .06), 0 6px 20px rgba(20, 20, 40, .05); --focus: #0b5cd6;
          --gap: #e9e9ef; --tip: #1c1c21; --tip-text: #fff; --warn: #fff3e0; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #0f0f13; --card: #1a1a20; --text: #f1f1f5; --soft: #a7a7b4; --line: #2d2d37; --hair: #24242c;
            --blue: #6eb1ff; --green: #5ccf86; --orange: #ffb25e; --red: #ff8f85; --none: #26262e; --heat: #6eb1ff;
            --shade: none; --focus: #9cc9ff; --gap: #25252e; --tip: #f1f1f5; --tip-text: #1c1c21; --warn: #33260f; }
        }

        """

    private static let frame = """
        * { box-sizing: border-box; margin: 0; }
        html { -webkit-text-size-adjust: 100%; }
        body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
          "Helvetica Neue", Arial, sans-serif; padding: 0 16px 40px; overflow-wrap: anywhere; }
        .top, main, footer { max-width: 1120px; margin: 0 auto; }
        .top { padding: 40px 4px 20px; }
        h1 { font-size: 34px; line-height: 1.15; letter-spacing: -.02em; font-weight: 750; }
        h2 { font-size: 20px; line-height: 1.3; letter-spacing: -.01em; }
        h3 { font-size: 16px; line-height: 1.3; }
        .lead { font-size: 18px; margin-top: 6px; }
        .sub { color: var(--soft); font-size: 14px; }
        .when { color: var(--soft); font-weight: 400; font-size: 15px; margin-left: 6px; letter-spacing: 0; }
        code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--hair);
          padding: 2px 6px; border-radius: 6px; }
        .vh { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; border: 0; }
        .defs { position: absolute; width: 0; height: 0; }
        .skip { position: absolute; left: 16px; top: -60px; background: var(--card); color: var(--blue); padding: 10px 16px;
          border-radius: 10px; z-index: 3; }
        .skip:focus { top: 12px; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 8px; }
        main { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
        .card { background: var(--card); border-radius: 18px; padding: 22px; box-shadow: var(--shade); min-width: 0; }
        footer { color: var(--soft); font-size: 13px; padding: 28px 4px 0; }
        .nothing { color: var(--soft); padding: 14px 0 4px; }
        .empty p { margin-top: 8px; }
        .damage { background: var(--warn); border-left: 5px solid var(--orange); }
        .damage ul { margin-top: 8px; padding-left: 20px; font-size: 14px; }
        .damage p { margin-top: 6px; font-size: 15px; }
        .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .picker { border: 0; padding: 4px; display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 2px;
          background: var(--line); border-radius: 14px; width: 100%; max-width: 560px; position: relative; }
        .picker input { position: absolute; top: 4px; left: 0; opacity: 0; width: 25%; height: 44px; margin: 0;
          pointer-events: none; }
        .picker #p-week { left: 25%; } .picker #p-month { left: 50%; } .picker #p-year { left: 75%; }
        .picker label { min-height: 44px; display: flex; align-items: center; justify-content: center; text-align: center;
          border-radius: 11px; font-size: 15px; cursor: pointer; color: var(--text); white-space: pre; }
        .picker label:hover { background: var(--hair); }
        .picker input:checked + label { background: var(--card); font-weight: 650; box-shadow: var(--shade); }
        .picker input:focus-visible + label { outline: 3px solid var(--focus); outline-offset: 1px; }
        .panel { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
        @supports selector(:has(*)) {
          .panel { display: none; }
          main:has(#p-day:checked) .panel[data-period=day], main:has(#p-week:checked) .panel[data-period=week],
          main:has(#p-month:checked) .panel[data-period=month], main:has(#p-year:checked) .panel[data-period=year] {
            display: grid; }
        }
        details { margin-top: 12px; }
        summary { cursor: pointer; color: var(--blue); font-size: 14px; min-height: 32px; padding: 5px 2px; width: fit-content; }
        .scroll { overflow: auto; max-height: 420px; margin-top: 8px; border: 1px solid var(--line); border-radius: 12px; }
        .numbers { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
        .numbers th, .numbers td { padding: 6px 12px; text-align: right; border-top: 1px solid var(--hair); }
        .numbers th:first-child, .numbers .note { text-align: left; }
        .numbers thead th { position: sticky; top: 0; background: var(--card); color: var(--soft); font-weight: 600;
          border-top: 0; white-space: nowrap; }
        .numbers tbody th { font-weight: 400; white-space: nowrap; }
        .numbers .note { min-width: 180px; max-width: 420px; }
        .numbers thead .note { text-align: left; }
        .pair { max-width: 440px; }
        .numbers .sum { font-weight: 650; }
        .numbers small { color: var(--soft); font-size: 12px; white-space: nowrap; }
        .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 14px; font-size: 13px;
          color: var(--soft); }
        .legend li { display: flex; align-items: center; gap: 7px; }
        .key { width: 12px; height: 12px; flex: none; }
        .wide-key { width: 22px; }
        .tip { position: fixed; z-index: 4; left: 0; top: 0; background: var(--tip); color: var(--tip-text); font-size: 13px;
          line-height: 1.35; padding: 6px 10px; border-radius: 8px; pointer-events: none; max-width: 280px; }

        """

    private static let cards = """
        .cards { list-style: none; padding: 0; display: grid; gap: 16px; grid-template-columns: repeat(3, minmax(0, 1fr)); }
        .cards.k1, .cards.k2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
        .cards.k4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
        .cards.k5 { grid-template-columns: repeat(5, minmax(0, 1fr)); }
        .insight { --accent: var(--blue); }
        .insight.chart { --accent: var(--green); }
        .insight.badge { --accent: var(--orange); }
        .insight.streak { --accent: var(--red); }
        .face { display: flex; flex-direction: column; height: 100%; min-height: 118px; }
        .row { display: flex; justify-content: space-between; align-items: flex-start; margin-bottom: 12px; }
        .icon { width: 26px; height: 26px; color: var(--accent); fill: currentColor; display: block; }
        .trend { font-weight: 700; font-size: 16px; line-height: 26px; }
        .trend.up, .versus .up { color: var(--green); }
        .trend.down, .versus .down { color: var(--red); }
        .trend.stable { color: var(--soft); }
        .trend.new { color: var(--blue); font-size: 12px; background: var(--hair); padding: 0 10px; border-radius: 13px; }
        .value { font-size: 28px; line-height: 1.2; font-weight: 720; letter-spacing: -.02em; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .value.long { font-size: 20px; line-height: 1.25; letter-spacing: -.01em; white-space: normal; display: -webkit-box;
          -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
        .title { color: var(--soft); font-size: 14px; }
        .versus { font-size: 13px; color: var(--soft); margin-top: 6px; }
        .spark { width: 100%; height: 44px; margin-top: auto; padding-top: 0; display: block; overflow: visible; }
        .spark .line { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke;
          stroke-linejoin: round; stroke-linecap: round; }
        .spark .area { fill: var(--accent); fill-opacity: .12; }
        .spark circle { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
        .facts { display: grid; gap: 18px 24px; grid-template-columns: repeat(auto-fit, minmax(min(184px, 100%), 1fr));
          margin-top: 14px; }
        .facts dt { color: var(--soft); font-size: 14px; }
        .facts .big { font-size: 22px; line-height: 1.3; font-weight: 680; letter-spacing: -.01em;
          font-variant-numeric: tabular-nums; }

        """

    private static let drawings = """
        .plot { display: flex; margin-top: 10px; }
        .axis { width: 46px; height: 230px; flex: none; overflow: visible; }
        .axis text { font-size: 12px; fill: var(--soft); text-anchor: end; transform: translateX(-8px);
          font-variant-numeric: tabular-nums; }
        .bars { width: 100%; height: 230px; min-width: 0; overflow: visible; }
        .grid { stroke: var(--line); stroke-width: 1; }
        .bar { fill: var(--blue); fill-opacity: .62; }
        .bar.now { fill-opacity: 1; }
        .hit { fill: transparent; }
        g:hover > .bar { fill-opacity: 1; }
        .num { font-size: 12px; fill: var(--text); text-anchor: middle; font-variant-numeric: tabular-nums; }
        .tick { font-size: 12px; fill: var(--soft); text-anchor: middle; }
        .tick.c { display: none; }
        .heat { display: grid; margin-top: 16px; grid-template-columns: calc(34px + (100% - 34px) * 27 / 53) minmax(0, 1fr); }
        .half { display: grid; grid-template-columns: 34px minmax(0, 1fr); grid-template-rows: 18px auto; }
        .half.second { grid-template-columns: minmax(0, 1fr); }
        .half.second .weekdays { display: none; }
        .months { grid-row: 1; grid-column: -2; width: 100%; height: 18px; overflow: visible; }
        .weekdays { grid-row: 2; grid-column: 1; width: 34px; height: 0; min-height: 100%;
          overflow: visible; }
        .cells { grid-row: 2; grid-column: -2; width: 100%; height: auto; aspect-ratio: 27 / 7; }
        .second .cells { aspect-ratio: 26 / 7; }
        .months text, .weekdays text, .dates text { font-size: 11px; fill: var(--soft); }
        .weekdays .even { display: none; }
        .l0 { fill: var(--none); }
        .l1 { fill: var(--heat); fill-opacity: .28; }
        .l2 { fill: var(--heat); fill-opacity: .5; }
        .l3 { fill: var(--heat); fill-opacity: .75; }
        .l4 { fill: var(--heat); }
        .cells rect:hover { stroke: var(--text); stroke-width: 1.5; }

        """

    private static let wellness = """
        .metrics { display: grid; gap: 28px 32px; margin-top: 18px;
          grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); }
        .metric figcaption { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; flex-wrap: wrap;
          margin-bottom: 6px; }
        .latest { font-size: 14px; color: var(--soft); }
        .latest b { font-size: 20px; color: var(--text); }
        .end { font-size: 12px; color: var(--soft); }
        .trend-plot { width: 100%; height: 120px; display: block; margin: 4px 0; overflow: visible; }
        .average { fill: none; stroke: var(--green); stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round;
          stroke-linecap: round; }
        .dot { fill: var(--green); fill-opacity: .6; }
        .dot:hover { fill-opacity: 1; }
        .gap { fill: var(--gap); }
        .dates { width: 100%; height: 18px; display: block; overflow: visible; }
        .dates .last { text-anchor: end; }
        .impacts { display: grid; gap: 28px 40px; margin: 18px 0 10px;
          grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); }
        .impact { min-width: 0; }
        .forest { width: 100%; border-collapse: collapse; margin-top: 8px; table-layout: fixed; }
        .forest th:first-child { width: 92px; }
        .forest th:nth-child(2) { width: 78px; }
        .forest th, .forest td { text-align: left; padding: 8px 0 0; border-top: 1px solid var(--hair); vertical-align: top;
          font-weight: 400; }
        .forest .how { border: 0; padding: 2px 0 8px 170px; font-size: 13px; color: var(--soft); }
        .how span { margin-right: 12px; display: inline-block; }
        .forest thead th { border-top: 0; padding: 2px 0; color: var(--soft); font-size: 13px; }
        .points { font-weight: 680; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .star { color: var(--orange); }
        .better .points { color: var(--green); }
        .worse .points { color: var(--red); }
        .ticks, .row-plot { width: 100%; display: block; }
        .ticks { height: 18px; overflow: visible; }
        .ticks text { font-size: 12px; fill: var(--soft); text-anchor: middle; }
        .row-plot { height: 24px; }
        .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
        .range { stroke: var(--text); stroke-width: 2; }
        .mean { fill: var(--text); }
        .loose { fill: var(--card); stroke: var(--text); stroke-width: 2; }
        .better .range { stroke: var(--green); } .better .mean { fill: var(--green); }
        .worse .range { stroke: var(--red); } .worse .mean { fill: var(--red); }
        .caution { font-size: 14px; color: var(--orange); margin-top: 6px; }
        @media (max-width: 960px) {
          .cards.k4 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          .cards.k5 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
        }
        @media (max-width: 700px) {
          body { padding: 0 12px 32px; }
          .top { padding: 24px 4px 16px; }
          h1 { font-size: 28px; }
          .card { padding: 16px; border-radius: 16px; }
          .wide { display: none; }
          .axis, .bars { height: 190px; }
          .tick.b { display: none; }
          .n12 .num { display: none; }
          .cards, .cards.k4, .cards.k5 { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; }
          .value { font-size: 22px; }
          .value.mid { font-size: 19px; }
          .value.long { font-size: 17px; }
          .face { min-height: 104px; }
          .heat { grid-template-columns: minmax(0, 1fr); gap: 12px; }
          .half.second { grid-template-columns: 34px calc((100% - 34px) * 26 / 27); }
          .half.second .weekdays { display: block; }
          .dot { r: 1.9px; }
          .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px 12px; }
          .facts .big { font-size: 19px; }
          .numbers th, .numbers td { padding: 6px 8px; }
          .weeks { font-size: 12px; }
          .numbers.weeks th, .numbers.weeks td { padding: 6px 4px; }
          .forest th:first-child { width: 84px; }
          .forest th:nth-child(2) { width: 66px; }
          .forest .how { padding-left: 0; }
          .when { display: block; margin-left: 0; }
        }
        @media (forced-colors: active) { .picker input:checked + label { outline: 2px solid; } }
        @media print {
          body { background: none; } .card { box-shadow: none; border: 1px solid var(--line); break-inside: avoid; }
          .picker, .skip { display: none; }
        }

        """
}
