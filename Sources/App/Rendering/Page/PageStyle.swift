/// The style of the page: light, dark and print, from a phone to a wide screen.
enum PageStyle {
  static let text = #"""
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --map: #f4f5f2; --text: #1b1d1f; --quiet: #55595e; --line: #d5d8dc; --ring: #9aa1a8;
      --accent: #0b57d0; --accent-text: #ffffff; --chosen: #e3ecfd; --mark-text: #ffffff; --mark-light: 0.5; --mark-chroma: 0.13;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #16181a; --map: #1e2123; --text: #eceef0; --quiet: #a9b0b7; --line: #393e43; --ring: #6b737b;
        --accent: #8ab4f8; --accent-text: #10151c; --chosen: #22324d; --mark-text: #101214; --mark-light: 0.8; --mark-chroma: 0.12;
      }
    }
    * { box-sizing: border-box; }
    html, body { margin: 0; background: var(--ground); color: var(--text); }
    body { font: 16px/1.45 system-ui, -apple-system, "Segoe UI", "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", sans-serif; }
    a { color: var(--accent); }
    button, input { font: inherit; color: inherit; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .app { display: grid; height: 100vh; height: 100dvh; grid: auto minmax(0, 1fr) / minmax(320px, 400px) minmax(0, 1fr); grid-template-areas: "head head" "side map"; }
    header { grid-area: head; padding: 10px 16px; border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.2rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; text-wrap: balance; }
    header p { margin: 2px 0 0; color: var(--quiet); font-size: .875rem; }
    h2 { font-size: 1rem; margin: 0; }
    .side { grid-area: side; display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); }
    .tools { padding: 10px 16px 8px; border-bottom: 1px solid var(--line); }
    .tools input { width: 100%; min-height: 40px; padding: 6px 12px; border: 1px solid var(--ring); border-radius: 8px; background: var(--ground); }
    .chips { display: flex; flex-wrap: wrap; gap: 6px; max-height: 124px; overflow: auto; padding: 8px 2px 2px; }
    .chips:empty { display: none; }
    .chip { flex: none; min-height: 32px; padding: 2px 10px; border: 1px solid var(--ring); border-radius: 16px; background: var(--ground); font-size: .875rem; cursor: pointer; }
    .chip[aria-pressed="false"] { color: var(--quiet); text-decoration: line-through; border-style: dashed; }
    .dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 6px; }
    .status { color: var(--quiet); font-size: .875rem; margin: 6px 0 0; }
    .list { position: relative; flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; }
    .list:focus-visible { outline-offset: -3px; }
    .rows { position: relative; }
    .row { position: absolute; left: 0; right: 0; height: 64px; padding: 9px 16px; display: flex; gap: 12px; border-bottom: 1px solid var(--line); cursor: pointer; }
    .row.near { background: var(--map); }
    .row[aria-selected="true"] { background: var(--chosen); }
    .badge { flex: none; min-width: 30px; height: 24px; padding: 0 6px; border-radius: 12px; font-size: .8125rem; line-height: 24px; text-align: center; font-variant-numeric: tabular-nums; }
    .what { flex: 1; min-width: 0; }
    .what > * { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .name { font-weight: 600; }
    .sub { color: var(--quiet); font-size: .875rem; }
    .far { flex: none; color: var(--quiet); font-size: .875rem; font-variant-numeric: tabular-nums; }
    .map { grid-area: map; position: relative; min-height: 0; overflow: hidden; background: var(--map); }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; cursor: grab; }
    canvas.over { cursor: pointer; }
    canvas.drag { cursor: grabbing; }
    canvas:focus-visible { outline-offset: -3px; }
    .buttons { position: absolute; top: 12px; right: 12px; display: flex; flex-direction: column; border: 1px solid var(--ring); border-radius: 8px; overflow: hidden; background: var(--ground); }
    .buttons button { width: 44px; height: 44px; border: 0; background: transparent; font-size: 1.25rem; cursor: pointer; }
    .buttons button + button { border-top: 1px solid var(--line); }
    .buttons button:focus-visible { outline-offset: -3px; }
    .buttons button:hover { background: var(--chosen); }
    .card { position: absolute; left: 12px; bottom: 12px; width: min(360px, calc(100% - 24px)); max-height: 60%; overflow: auto; padding: 12px 44px 12px 16px; border: 1px solid var(--ring); border-radius: 10px; background: var(--ground); box-shadow: 0 2px 12px rgb(0 0 0 / .18); }
    .card[hidden] { display: none; }
    .card h3 { margin: 0 0 2px; font-size: 1.0625rem; overflow-wrap: anywhere; }
    .card p { margin: 2px 0; overflow-wrap: anywhere; }
    .card .links { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 6px; }
    .card .links a, .card .links button { padding: 4px 0; border: 0; background: none; color: var(--accent); text-decoration: underline; cursor: pointer; }
    .card .close { position: absolute; top: 4px; right: 4px; width: 40px; height: 40px; border: 0; border-radius: 8px; background: none; font-size: 1.25rem; cursor: pointer; }
    details { padding: 12px 16px; border-top: 1px solid var(--line); }
    summary { cursor: pointer; min-height: 32px; }
    summary h2 { display: inline; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .875rem; margin-top: 8px; }
    th, td { text-align: left; vertical-align: top; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); }
    td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    noscript p { padding: 16px; }
    @media (max-width: 759px) {
      .app { grid: auto minmax(0, 9fr) minmax(0, 11fr) / minmax(0, 1fr); grid-template-areas: "head" "map" "side"; }
      header { padding: 8px 12px; }
      h1 { font-size: 1.0625rem; }
      .side { border-right: 0; border-top: 1px solid var(--line); }
      .tools { padding: 8px 12px; }
      .chips { flex-wrap: nowrap; }
      .row { padding: 9px 12px; }
      .card { padding: 8px 44px 8px 12px; max-height: 75%; font-size: .9375rem; left: 8px; bottom: 8px; width: calc(100% - 16px); }
      .buttons { top: 8px; right: 8px; }
    }
    @media print {
      :root { --ground: #fff; --map: #fff; --text: #000; --quiet: #444; --line: #bbb; --ring: #888; }
      .app { display: block; height: auto; }
      .side, .buttons, .card, summary { display: none; }
      .map { height: 110mm; border: 1px solid #888; break-inside: avoid; }
      details { border: 0; padding: 4mm 0; }
      thead { display: table-header-group; }
      tr { break-inside: avoid; }
      a { color: inherit; text-decoration: none; }
    }
    """#
}
