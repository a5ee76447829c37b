extension PageScript {
  /// Draws the list and the card, and filters the places.
  static let list = #"""
      // ---- the list: only the rows in sight exist

      const element = (name, className, text) => { const made = document.createElement(name); made.className = className; if (text !== undefined) made.textContent = text; return made; };
      const drawList = () => {
        rowsElement.style.height = `${shown.length * rowHeight}px`;
        const top = list.scrollTop, first = Math.max(0, Math.floor(top / rowHeight) - 4);
        const last = Math.min(shown.length, Math.ceil((top + list.clientHeight) / rowHeight) + 4);
        const made = [];
        for (let position = first; position < last; position += 1) {
          const place = shown[position], row = element("div", "row");
          row.id = `row-${place.index}`; row.style.top = `${position * rowHeight}px`; row.dataset.index = place.index;
          row.setAttribute("role", "option"); row.setAttribute("aria-selected", place.index === selected);
          row.setAttribute("aria-setsize", shown.length); row.setAttribute("aria-posinset", position + 1);
          if (place.index === hovered) row.classList.add("near");
          const badge = element("span", "badge", place.index + 1);
          badge.style.background = color(place.group); badge.style.color = theme.mark;
          const what = element("span", "what"), name = element("span", "name", place.name);
          name.dir = "auto";
          what.append(name, element("span", "sub", [place.category, place.address].filter(Boolean).join(" · ")));
          row.append(badge, what, element("span", "far", place.far));
          made.push(row);
        }
        rowsElement.replaceChildren(...made);
        if (selected >= 0 && $(`row-${selected}`)) list.setAttribute("aria-activedescendant", `row-${selected}`);
        else list.removeAttribute("aria-activedescendant");
      };
      const scrollTo = (index) => {
        const position = shown.findIndex((place) => place.index === index);
        if (position < 0) return;
        const top = position * rowHeight;
        if (top < list.scrollTop) list.scrollTop = top;
        else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
      };

      // ---- selecting

      const fillCard = () => {
        if (selected < 0) { card.hidden = true; return; }
        const place = places[selected];
        const heading = element("h3", "", `${place.index + 1}. ${place.name}`);
        heading.dir = "auto";
        const parts = [heading, element("p", "sub", [place.category, place.far].filter(Boolean).join(" · "))];
        if (place.address) parts.push(element("p", "", place.address));
        if (place.phone) {
          const phone = element("a", "", place.phone), line = element("p", "");
          phone.href = `tel:${place.phone.replace(/[^0-9+]/g, "")}`; line.append(phone); parts.push(line);
        }
        const links = element("p", "links"), link = element("a", "", place.hasPage ? "Open its page" : "Open on OpenStreetMap");
        link.href = place.url; link.target = "_blank"; link.rel = "noopener noreferrer";
        const copy = element("button", "", `Copy ${place.at}`);
        copy.type = "button";
        copy.addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(place.at).then(() => { copy.textContent = "Copied"; }, () => {}));
        links.append(link, copy); parts.push(links);
        const close = element("button", "close", "✕");
        close.type = "button"; close.setAttribute("aria-label", "Close"); close.addEventListener("click", () => { select(-1); list.focus(); });
        parts.push(close);
        card.replaceChildren(...parts); card.hidden = false;
      };
      const reveal = (place) => {
        const [x, y] = toScreen(place.x, place.y);
        if (x < 40 || y < 40 || x > width - 40 || y > height - 40) { view.x = place.x; view.y = place.y; isMoved = true; }
      };
      const select = (index, isFromMap) => {
        selected = index;
        if (index >= 0) { scrollTo(index); if (!isFromMap) reveal(places[index]); }
        fillCard(); drawList(); redraw();
      };
      const hover = (index) => {
        if (hovered === index) return;
        hovered = index; drawList(); redraw();
      };

      // ---- filters

      const normal = (text) => text.normalize("NFC").toLowerCase();
      for (const place of places) place.text = normal([place.name, place.category, place.address, place.phone].join("\n"));
      const refresh = () => {
        const words = normal($("search").value).split(/\s+/).filter(Boolean);
        shown = places.filter((place) => !hidden.has(place.group) && words.every((word) => place.text.includes(word)));
        if (selected >= 0 && !shown.includes(places[selected])) selected = -1;
        const all = `${places.length} ${places.length === 1 ? "place" : "places"}`;
        $("status").textContent = shown.length === places.length ? all : `${shown.length} of ${all}`;
        list.scrollTop = 0; fillCard(); drawList(); redraw();
      };
      $("search").addEventListener("input", refresh);
      const chips = [];
      if (groups.size > 1) {
        for (const [group, count] of [...groups].sort((a, b) => b[1] - a[1])) {
          const chip = element("button", "chip"), dot = element("span", "dot");
          chip.type = "button"; chip.setAttribute("aria-pressed", "true");
          chip.append(dot, `${group || "other"} ${count}`);
          chip.addEventListener("click", () => {
            // The first click shows this category alone; clicks after that add and remove.
            if (!hidden.size) for (const other of groups.keys()) { if (other !== group) hidden.add(other); }
            else if (hidden.has(group)) hidden.delete(group);
            else hidden.add(group);
            if (hidden.size === groups.size) hidden.clear();
            for (const other of chips) other.chip.setAttribute("aria-pressed", String(!hidden.has(other.group)));
            refresh();
          });
          chips.push({ chip, dot, group }); $("chips").append(chip);
        }
      }
      const colorChips = () => { for (const { dot, group } of chips) dot.style.background = color(group); };
    """#
}
