extension PageScript {
  /// Takes mouse, touch and keys, light and dark, and printing.
  static let input = #"""
      // ---- the list by mouse and keyboard

      list.addEventListener("scroll", () => requestAnimationFrame(drawList), { passive: true });
      const rowOf = (event) => { const row = event.target.closest(".row"); return row ? +row.dataset.index : -1; };
      list.addEventListener("click", (event) => { const index = rowOf(event); if (index >= 0) select(index); });
      list.addEventListener("mousemove", (event) => hover(rowOf(event)));
      list.addEventListener("mouseleave", () => hover(-1));
      const open = (index) => { if (index >= 0) { const link = card.querySelector(".links a"); if (link) link.click(); } };
      list.addEventListener("keydown", (event) => {
        const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
        const now = shown.findIndex((place) => place.index === selected);
        const steps = { ArrowDown: now + 1, ArrowUp: now < 0 ? 0 : now - 1, j: now + 1, k: now < 0 ? 0 : now - 1, PageDown: now + page, PageUp: now - page, Home: 0, End: shown.length - 1 };
        if (event.key === "Enter") { open(selected); event.preventDefault(); return; }
        if (event.key === "Escape") { select(-1); return; }
        if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in steps) || !shown.length) return;
        event.preventDefault();
        select(shown[Math.min(shown.length - 1, Math.max(0, steps[event.key]))].index);
      });

      // ---- the map by mouse, touch and keyboard

      const zoom = (factor, x = width / 2, y = height / 2) => {
        const meters = Math.min(Math.max(view.meters * factor, 0.01), 200000);
        view.x += (x - width / 2) * (view.meters - meters); view.y -= (y - height / 2) * (view.meters - meters);
        view.meters = meters; isMoved = true; redraw();
      };
      const pan = (x, y) => { view.x -= x * view.meters; view.y += y * view.meters; isMoved = true; redraw(); };
      const reset = () => { isMoved = false; view = fit(); redraw(); };
      const markAt = (event) => {
        const size = canvas.getBoundingClientRect(), x = event.clientX - size.left, y = event.clientY - size.top;
        const reach = event.pointerType === "touch" ? 24 : 16;
        return marks.find((mark) => Math.abs(mark.x - x) <= reach + 2 && Math.abs(mark.y - y) <= reach);
      };
      const choose = (mark) => {
        if (!mark) { select(-1); return; }
        const members = mark.members;
        if (members.length > 1) {
          const xs = members.map((place) => place.x), ys = members.map((place) => place.y);
          const wide = Math.max(...xs.slice(0, 5000)) - Math.min(...xs.slice(0, 5000)), tall = Math.max(...ys.slice(0, 5000)) - Math.min(...ys.slice(0, 5000));
          // A cluster opens; one of a single spot shows its places in turn.
          if (Math.max(wide, tall) > 2 && view.meters > 0.05) {
            view = { x: (Math.max(...xs.slice(0, 5000)) + Math.min(...xs.slice(0, 5000))) / 2, y: (Math.max(...ys.slice(0, 5000)) + Math.min(...ys.slice(0, 5000))) / 2, meters: Math.max(Math.min(view.meters * 0.6, Math.max(wide / (width * 0.7), tall / (height * 0.7))), 0.01) };
            isMoved = true; redraw(); return;
          }
          const sorted = members.map((place) => place.index).sort((a, b) => a - b);
          select(sorted.find((index) => index > selected) ?? sorted[0], true);
          return;
        }
        select(members[0].index, true);
      };
      const pointers = new Map();
      let travelled = 0;
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        if (!pointers.size) travelled = 0;
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
      });
      canvas.addEventListener("pointermove", (event) => {
        const last = pointers.get(event.pointerId);
        if (!last) {
          const mark = markAt(event);
          canvas.classList.toggle("over", Boolean(mark)); hover(mark ? mark.members[0].index : -1);
          return;
        }
        const dx = event.clientX - last[0], dy = event.clientY - last[1];
        if (pointers.size === 1) {
          travelled += Math.abs(dx) + Math.abs(dy);
          if (travelled > 4) { canvas.classList.add("drag"); pan(dx, dy); }
        } else {
          travelled += 100;
          const other = [...pointers].find(([id]) => id !== event.pointerId)[1], size = canvas.getBoundingClientRect();
          const before = Math.hypot(last[0] - other[0], last[1] - other[1]), after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
          pan(dx / 2, dy / 2);
          if (before > 0 && after > 0) zoom(before / after, (event.clientX + other[0]) / 2 - size.left, (event.clientY + other[1]) / 2 - size.top);
        }
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
      });
      const release = (event) => {
        if (!pointers.delete(event.pointerId)) return;
        canvas.classList.remove("drag");
        if (event.type === "pointerup" && travelled <= 4 && !pointers.size) choose(markAt(event));
      };
      canvas.addEventListener("pointerup", release);
      canvas.addEventListener("pointercancel", release);
      canvas.addEventListener("pointerleave", () => { if (!pointers.size) hover(-1); });
      canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        const size = canvas.getBoundingClientRect(), unit = event.deltaMode === 1 ? 24 : 1;
        zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * unit)) / 480), event.clientX - size.left, event.clientY - size.top);
      }, { passive: false });
      canvas.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = 60, now = shown.findIndex((place) => place.index === selected);
        const actions = {
          ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0), ArrowUp: () => pan(0, step), ArrowDown: () => pan(0, -step),
          "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1 / 0.7), 0: reset,
          n: () => shown.length && select(shown[(now + 1) % shown.length].index), p: () => shown.length && select(shown[(now - 1 + shown.length) % shown.length].index),
          Enter: () => open(selected), Escape: () => select(-1),
        };
        if (!(event.key in actions)) return;
        event.preventDefault(); actions[event.key]();
      });
      $("zoom-in").addEventListener("click", () => zoom(0.6));
      $("zoom-out").addEventListener("click", () => zoom(1 / 0.6));
      $("zoom-all").addEventListener("click", reset);
      addEventListener("keydown", (event) => {
        if (event.key !== "/" || event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault(); $("search").focus();
      });

      // ---- light, dark, print

      const recolor = () => { readTheme(); colorChips(); drawList(); draw(); };
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
      let wasOpen = false;
      addEventListener("beforeprint", () => { wasOpen = $("table").open; $("table").open = true; resize(); });
      addEventListener("afterprint", () => { $("table").open = wasOpen; resize(); });
      matchMedia("print").addEventListener("change", resize);
      new ResizeObserver(() => { resize(); drawList(); }).observe(canvas);
      readTheme(); colorChips(); refresh(); resize();
    })();
    """#
}
