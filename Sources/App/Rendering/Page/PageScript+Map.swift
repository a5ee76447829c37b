extension PageScript {
  /// Draws the map: rings, markers, clusters and scale.
  static let map = #"""
      // ---- colours

      const groups = new Map();
      for (const place of places) groups.set(place.group, (groups.get(place.group) || 0) + 1);
      const hues = JSON.parse($("hues").textContent);
      let theme = {};
      const readTheme = () => {
        const style = getComputedStyle(document.documentElement), value = (name) => style.getPropertyValue(name).trim();
        theme = { ground: value("--ground"), map: value("--map"), text: value("--text"), quiet: value("--quiet"), ring: value("--ring"), accent: value("--accent"), mark: value("--mark-text"), light: value("--mark-light"), chroma: value("--mark-chroma") };
      };
      const color = (group) => group in hues ? `oklch(${theme.light} ${theme.chroma} ${hues[group]})` : `oklch(${theme.light} 0 0)`;

      // ---- drawing

      const toScreen = (x, y) => [width / 2 + (x - view.x) / view.meters, height / 2 - (y - view.y) / view.meters];
      const nice = (meters) => { const power = 10 ** Math.floor(Math.log10(meters)); return power * (meters >= power * 5 ? 5 : meters >= power * 2 ? 2 : 1); };
      const lengthText = (meters) => meters >= 1000 ? `${+(meters / 1000).toFixed(2)} km` : meters >= 1 ? `${Math.round(meters)} m` : `${Math.round(meters * 100)} cm`;
      const fit = () => {
        let reach = 0, tall = 0;
        if (query.radius_m !== null && !box) {
          // Otherwise the nearest few of many would be one dot in the centre of their area.
          const farthest = places.reduce((far, place) => Math.max(far, Math.hypot(place.x, place.y)), 0);
          const isCrowded = !answer.meta.complete && farthest > 0 && farthest < query.radius_m / 2;
          reach = tall = isCrowded ? farthest * 1.2 : query.radius_m;
        } else if (bounds) {
          for (const [lng, lat] of [[bounds[0], bounds[1]], [bounds[2], bounds[1]], [bounds[0], bounds[3]], [bounds[2], bounds[3]]]) {
            const [x, y] = project(lat, lng);
            reach = Math.max(reach, Math.abs(x)); tall = Math.max(tall, Math.abs(y));
          }
        } else reach = tall = 1000;
        home = { x: 0, y: 0, meters: Math.max(reach / Math.max(40, width / 2 - 24), tall / Math.max(40, height / 2 - 24), 0.01) };
        return { ...home };
      };
      const rings = (radius) => {
        const seen = Math.min(radius, view.meters * Math.min(width, height) / 2);
        const nearest = Math.max(seen / 4.5, view.meters * 60);
        if (nearest >= radius) return [radius];
        const power = 10 ** Math.floor(Math.log10(nearest));
        const step = power * ([1, 2, 2.5, 5, 10].find((factor) => power * factor >= nearest) || 10);
        const found = [];
        for (let ring = step; ring < radius - step * 0.4 && found.length < 40; ring += step) found.push(ring);
        return [...found, radius];
      };
      const label = (text, x, y, align) => {
        context.font = "12px system-ui, sans-serif"; context.textAlign = align; context.textBaseline = "middle";
        context.lineWidth = 4; context.lineJoin = "round"; context.strokeStyle = theme.map; context.strokeText(text, x, y);
        context.fillStyle = theme.quiet; context.fillText(text, x, y);
      };
      const drawArea = () => {
        context.lineWidth = 1; context.strokeStyle = theme.ring;
        if (box) {
          context.beginPath();
          const steps = 32, span = box[2] < box[0] ? box[2] + 360 - box[0] : box[2] - box[0];
          const corners = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]];
          for (let side = 0; side < 4; side += 1) for (let step = 0; step <= steps; step += 1) {
            const part = step / steps, from = corners[side], to = corners[side + 1];
            const [x, y] = toScreen(...project(box[1] + (box[3] - box[1]) * (from[1] + (to[1] - from[1]) * part), box[0] + span * (from[0] + (to[0] - from[0]) * part)));
            if (side + step) context.lineTo(x, y); else context.moveTo(x, y);
          }
          context.stroke();
          return;
        }
        if (query.radius_m === null || query.lat === null) return;
        const [x, y] = toScreen(0, 0), all = rings(query.radius_m);
        for (const ring of all) {
          context.setLineDash(ring === query.radius_m ? [] : [3, 4]);
          context.beginPath(); context.arc(x, y, ring / view.meters, 0, 2 * Math.PI); context.stroke();
        }
        context.setLineDash([]);
        for (const ring of all) label(lengthText(ring), x, y + ring / view.meters, "center");
        context.strokeStyle = theme.text; context.lineWidth = 2; context.beginPath();
        context.moveTo(x - 7, y); context.lineTo(x + 7, y); context.moveTo(x, y - 7); context.lineTo(x, y + 7); context.stroke();
      };
      // Markers that would touch become one, which says how many there are: a grid of cells, the first to come gets the cell.
      const cluster = () => {
        // As wide as the widest label may be.
        const size = markSize + 6 + 8 * Math.max(0, String(shown.length).length - 2), tall = markSize + 6, cells = new Map(), found = [];
        const order = selected >= 0 && shown.includes(places[selected]) ? [places[selected], ...shown.filter((place) => place.index !== selected)] : shown;
        for (const place of order) {
          const x = width / 2 + (place.x - view.x) / view.meters, y = height / 2 - (place.y - view.y) / view.meters;
          if (x < -size || y < -size || x > width + size || y > height + size) continue;
          const column = Math.floor(x / size), line = Math.floor(y / tall);
          let mark = null;
          for (let dy = -1; dy <= 1 && !mark; dy += 1) for (let dx = -1; dx <= 1 && !mark; dx += 1) {
            const other = cells.get((line + dy) * 100003 + column + dx);
            if (other && Math.abs(other.x - x) < size && Math.abs(other.y - y) < tall) mark = other;
          }
          if (mark) { mark.members.push(place); continue; }
          mark = { x, y, members: [place] };
          const key = line * 100003 + column;
          if (!cells.has(key)) cells.set(key, mark);
          found.push(mark);
        }
        return found;
      };
      const drawMark = (mark) => {
        const first = mark.members[0], count = mark.members.length;
        const isSelected = first.index === selected, isHovered = mark.members.some((place) => place.index === hovered);
        const text = count > 1 && !isSelected ? `×${count}` : String(first.index + 1);
        context.font = "600 12px system-ui, sans-serif";
        const wide = Math.max(markSize, context.measureText(text).width + 12), tall = markSize;
        const isMixed = count > 1 && !isSelected && mark.members.some((place) => place.group !== first.group);
        context.beginPath(); context.roundRect(mark.x - wide / 2, mark.y - tall / 2, wide, tall, tall / 2);
        context.fillStyle = isMixed ? theme.quiet : color(first.group); context.fill();
        context.lineWidth = isSelected || isHovered ? 4 : 1.5;
        context.strokeStyle = isSelected || isHovered ? theme.accent : theme.map; context.stroke();
        context.fillStyle = theme.mark; context.textAlign = "center"; context.textBaseline = "middle";
        context.fillText(text, mark.x, mark.y + 0.5);
      };
      const drawScale = () => {
        const length = nice(Math.min(160, width / 4) * view.meters), pixels = length / view.meters;
        const x = width - 16 - pixels, y = height - 16;
        context.strokeStyle = theme.text; context.lineWidth = 2; context.beginPath();
        context.moveTo(x, y - 6); context.lineTo(x, y); context.lineTo(x + pixels, y); context.lineTo(x + pixels, y - 6); context.stroke();
        label(lengthText(length), x + pixels / 2, y - 12, "center");
        label("N ↑", 16, 18, "left");
      };
      let isWaiting = false;
      const draw = () => {
        isWaiting = false;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.fillStyle = theme.map; context.fillRect(0, 0, width, height);
        drawArea();
        marks = cluster();
        for (let index = marks.length - 1; index >= 0; index -= 1) drawMark(marks[index]);
        drawScale();
      };
      const redraw = () => { if (!isWaiting) { isWaiting = true; requestAnimationFrame(draw); } };
      const resize = () => {
        const size = canvas.getBoundingClientRect();
        ratio = Math.min(window.devicePixelRatio || 1, 3); width = size.width; height = size.height;
        canvas.width = Math.max(1, Math.round(width * ratio)); canvas.height = Math.max(1, Math.round(height * ratio));
        if (!isMoved) view = fit(); else fit();
        readTheme(); draw();
      };
    """#
}
