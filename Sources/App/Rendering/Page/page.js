"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const result = JSON.parse($("answer").textContent);
  const rows = $("places").tBodies[0].rows;
  // Set only here: without this script, the page consists of the drawing and the table.
  document.documentElement.classList.add("live");
  $("table").open = false;

  // The drawing of a batch and some facts are known after its rows.
  if ($("drawing")) $("table").before($("drawing"));
  if ($("facts-after-rows")) $("empty").before($("facts-after-rows"));

  // A phrase in the page's language, with its values.
  const say = (key, ...values) => result.phrases[key].replace(/\{(\d)\}/g, (_, number) => values[number]);
  const groupName = (group) => result.groups[group] || group || say("other");

  // ---- places, read from the table

  const columns = Array.from($("places").tHead.rows[0].cells, (cell) => cell.dataset.key);
  // The fields with a place of their own in the card; the card shows the other fields as the table does.
  const own = ["number", "name", "category", "distance", "address", "phone", "at", "status", "visit", "facts"];
  const otherKeys = columns.filter((key) => !own.includes(key));
  const titles = Object.fromEntries(Array.from($("places").tHead.rows[0].cells, (cell) => [cell.dataset.key, cell.textContent]));

  const places = Array.from(rows, (row, index) => {
    const cells = Object.fromEntries(columns.map((key, column) => [key, row.cells[column]]));
    const text = (key) => cells[key] ? cells[key].textContent : "", link = cells.name.querySelector("a");
    return {
      index, cells, number: text("number"), lat: +row.dataset.lat, lng: +row.dataset.lng, group: row.dataset.group,
      name: text("name"), category: text("category"), far: text("distance"),
      address: text("address"), phone: text("phone"), visit: text("visit"), facts: text("facts"), id: row.dataset.id || "", at: `${row.dataset.lat},${row.dataset.lng}`, others: otherKeys.map(text),
      // A row of a batch may have no location.
      isLocated: "lat" in row.dataset,
      url: link ? link.href : "", hasPage: link ? link.dataset.page === "yes" : false,
      initials: row.dataset.initials || ""
    };
  });

  // The columns of a batch are known before its rows.
  const all = Array.from($("places").rows);
  columns.forEach((_, column) => {
    if (all.slice(1).some((row) => row.cells[column].textContent)) return;
    for (const row of all) row.cells[column].hidden = true;
  });

  // For print. A browser takes time for each pair of clipped cells, and of rows if the style asks for their number.
  const styles = { facts: columns.includes("facts"), many: rows.length > 60, long: rows.length > 200 };
  styles.lines = styles.long && rows.length <= 1000;
  for (const style in styles) $("places").classList.toggle(style, styles[style]);

  // Sample places are made up, so they have neither directions nor a telephone link.
  const isMadeUp = result.meta.source === "sample";

  // ---- the plane, in metres around the middle of the map, so that rings are circles

  const located = places.filter((place) => place.isLocated);
  located.forEach((place, index) => { [place.x, place.y] = result.positions.slice(2 * index, 2 * index + 2); });
  // The paths of the drawing, in the plane with y downward.
  const pathOf = (element) => element && new Path2D(element.getAttribute("d"));
  const query = result.query, edge = pathOf($("edge")), route = pathOf($("route"));
  const isCircle = query.radius_m !== null && query.lat !== null && !edge;
  const coverage = Array.from(document.querySelectorAll(".covered"), pathOf);
  // The places of one spot, which no zoom separates.
  const spots = new Map();
  for (const place of located) { const key = `${place.lat},${place.lng}`; if (!spots.has(key)) spots.set(key, []); spots.get(key).push(place); }

  // ---- map context: streets, rails, water and parks, in the order of drawing

  const ways = Array.from(document.querySelectorAll("use[data-sizes]"), (use) => {
    const [meters, least, more, reach] = use.dataset.sizes.split(" ").map(Number);
    return { path: pathOf($(use.getAttribute("href").slice(1))), style: use.className.baseVal.slice(2), meters, least, more, reach };
  });
  const streets = result.names.map(([name, reach, ...ends]) => ({ name, reach, ends, length: Math.hypot(ends[2] - ends[0], ends[3] - ends[1]) }));
  const glyphs = new Map(Object.entries(result.glyphs)), glyphPaths = new Map([...glyphs].map(([group, path]) => [group, new Path2D(path)]));

  // ---- state

  const canvas = $("canvas"), context = canvas.getContext("2d"), list = $("list"), rowsElement = $("rows"), card = $("card");
  // Sizes follow the reader's font size.
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, rowHeight = 4 * rem, markSize = 1.625 * rem;
  const font = (weight) => `${weight} ${0.75 * rem}px system-ui, sans-serif`;
  let view = { x: 0, y: 0, meters: 1 };   // the point of the plane in the middle, and the metres per pixel
  let width = 0, height = 0, ratio = 1;
  // The map shows the places that pass the filters. The list has all of them or, if the map was moved, the ones in view.
  let found = places, shown = places, here = null, marks = [], selected = -1, hovered = -1, isMoved = false, isFollowed = false;
  const hidden = new Set();

  // ---- colours

  const groups = new Map();
  for (const place of places) groups.set(place.group, (groups.get(place.group) || 0) + 1);
  let theme = {};
  const forced = matchMedia("(forced-colors: active)");
  const readTheme = () => {
    // Read from an element that has them, because a system colour is available only by its name.
    const wearer = document.body.appendChild(document.createElement("i")), style = getComputedStyle(wearer);
    wearer.style.forcedColorAdjust = "none";
    const value = (name) => { wearer.style.color = `var(${name})`; return style.color; };
    theme = { ground: value("--ground"), map: value("--map"), text: value("--text"), quiet: value("--quiet"), ring: value("--ring"), accent: value("--accent"), mark: value("--mark-text"), water: value("--water"), park: value("--park"), road: value("--road"), main: value("--main"), waterway: value("--water"), casing: value("--casing"), rail: value("--rail"), groups: new Map() };
    for (const group of groups.keys()) if (group) { wearer.className = `g-${group}`; theme.groups.set(group, value("--mark")); }
    wearer.remove();
  };
  const color = (group) => forced.matches ? theme.text : theme.groups.get(group) || theme.quiet;

  // ---- drawing

  const toScreen = (x, y) => [width / 2 + (x - view.x) / view.meters, height / 2 - (y - view.y) / view.meters];
  const nice = (meters) => { const power = 10 ** Math.floor(Math.log10(meters)); return power * (meters >= power * 5 ? 5 : meters >= power * 2 ? 2 : 1); };
  const lengthText = (meters) => meters >= 1000 ? `${+(meters / 1000).toFixed(2)} km` : meters >= 1 ? `${Math.round(meters)} m` : `${Math.round(meters * 100)} cm`;
  // The metres per pixel of a map that reaches these distances from its middle.
  const scale = (wide, high) => Math.max(wide / Math.max(40, width / 2 - 24), high / Math.max(40, height / 2 - 24), 0.01);
  const fit = () => {
    let reach = 0, tall = 0;
    const matching = found.filter((place) => place.isLocated);
    if (isCircle) {
      // The map fits the places, because the nearest few of many would be one dot in the middle of the area.
      const farthest = (found.length ? found : places).reduce((far, place) => Math.max(far, Math.hypot(place.x, place.y)), 0);
      reach = tall = Math.max(150, Math.min(query.radius_m, places.length ? farthest * 1.2 : Infinity));
    } else if (matching.length && matching.length < located.length) {
      const [xs, ys] = [matching.map((place) => place.x), matching.map((place) => place.y)].map((all) => [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))]);
      const [wide, high] = [xs, ys].map(([least, most]) => Math.max(150, (most - least) / 2 * 1.1));
      return { x: (xs[0] + xs[1]) / 2, y: (ys[0] + ys[1]) / 2, meters: scale(wide, high) };
    } else if (result.extent) [reach, tall] = result.extent.map((length) => Math.max(length, 150));
    else reach = tall = 1000;
    return { x: 0, y: 0, meters: scale(reach, tall) };
  };
  const rings = (radius) => {
    const seen = Math.min(radius, view.meters * Math.min(width, height) / 2);
    if (ways.length) return [nice(seen * 0.7), radius];
    const nearest = Math.max(seen / 4.5, view.meters * 60);
    if (nearest >= radius) return [radius];
    const power = 10 ** Math.floor(Math.log10(nearest));
    const step = power * ([1, 2, 2.5, 5, 10].find((factor) => power * factor >= nearest) || 10);
    const found = [];
    for (let ring = step; ring < radius - step * 0.4 && found.length < 40; ring += step) found.push(ring);
    return [...found, radius];
  };
  const label = (text, x, y, align, style = theme.quiet) => {
    context.font = font(400); context.textAlign = align; context.textBaseline = "middle";
    context.lineWidth = 4; context.lineJoin = "round"; context.strokeStyle = theme.map; context.strokeText(text, x, y);
    context.fillStyle = style; context.fillText(text, x, y);
  };
  // The occupied cells of 4 pixels: a label is drawn only where it covers nothing else.
  let taken = new Uint8Array(0), wide = 0, tall = 0;
  const clear = () => { wide = Math.ceil(width / 4); tall = Math.ceil(height / 4); taken = new Uint8Array(wide * tall); };
  const cells = (x, y, w, h) => [Math.floor(x / 4), Math.floor(y / 4), Math.ceil((x + w) / 4), Math.ceil((y + h) / 4)];
  const take = (x, y, w, h) => {
    const [left, top, right, bottom] = cells(x, y, w, h);
    for (let line = Math.max(0, top); line < Math.min(tall, bottom); line += 1) taken.fill(1, line * wide + Math.max(0, Math.min(wide, left)), line * wide + Math.max(0, Math.min(wide, right)));
  };
  const isFree = (x, y, w, h) => {
    const [left, top, right, bottom] = cells(x, y, w, h);
    if (left < 0 || top < 0 || right > wide || bottom > tall) return false;
    for (let line = top; line < bottom; line += 1) for (let column = left; column < right; column += 1) if (taken[line * wide + column]) return false;
    return true;
  };
  const cut = (text) => { const letters = [...text.normalize("NFC")]; return letters.length > 24 ? `${letters.slice(0, 23).join("")}…` : text; };
  // Writes a text to the right or left of a box, below or above it; returns whether there is room.
  const labelBeside = (text, x, y, w, h, style) => {
    const shown = cut(text), room = 1.125 * rem;
    context.font = font(400);
    const length = context.measureText(shown).width;
    const far = 10;   // so that the name is nearer to its own marker than to the next one
    for (const [left, top, from, free] of [[x + w + 8, y + (h - room) / 2, 0, far], [x - length - 10, y + (h - room) / 2, -far, far], [x + (w - length) / 2, y + h + 6, 0, 0], [x + (w - length) / 2, y - room - 6, 0, 0]]) {
      if (!isFree(left + from, top, length + 2 + free, room)) continue;
      take(left, top, length + 2, room);
      label(shown, left + 1, top + room / 2, "left", style);
      return true;
    }
    return false;
  };
  // Whether an item is drawn at this zoom: `reach` is the largest distance from the map's centre to its edge.
  const isInReach = ({ reach }) => view.meters * Math.min(width, height) / 2 <= reach;
  // Sets the transform for paths of the plane; the caller restores the context.
  const enterPlane = () => {
    const scale = ratio / view.meters;
    context.save();
    context.setTransform(scale, 0, 0, scale, ratio * width / 2 - view.x * scale, ratio * height / 2 + view.y * scale);
  };
  const drawGround = () => {
    enterPlane();
    context.lineJoin = "round"; context.lineCap = "round";
    for (const way of ways) {
      if (!isInReach(way)) continue;
      const isArea = way.style === "park" || way.style === "water";
      if (forced.matches && (isArea || way.style === "casing")) continue;
      if (way.style === "rail") { context.lineCap = "butt"; context.setLineDash([6 * view.meters, 4 * view.meters]); }
      context.fillStyle = context.strokeStyle = theme[way.style];
      context.lineWidth = (forced.matches ? 1 : Math.max(way.least, Math.min(28, way.meters / view.meters)) + way.more) * view.meters;
      if (isArea) context.fill(way.path); else context.stroke(way.path);
    }
    context.restore();
  };
  // Writes the name of each street along its longest straight piece, where it covers nothing else.
  const drawStreetNames = () => {
    const placed = new Map();
    context.font = font(400);
    for (const street of streets) {
      if (street.length < 40 * view.meters || !isInReach(street)) continue;
      const length = context.measureText(street.name).width, [fromX, fromY, toX, toY] = street.ends;
      if (length + 12 > street.length / view.meters) continue;
      let angle = Math.atan2(toY - fromY, toX - fromX);
      if (Math.abs(angle) > Math.PI / 2) angle -= Math.sign(angle) * Math.PI;
      const room = (length + 12) * view.meters / street.length / 2;
      for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        if (part < room || part > 1 - room) continue;
        const [x, y] = toScreen(fromX + (toX - fromX) * part, -fromY - (toY - fromY) * part);
        if (x < 0 || y < 0 || x > width || y > height) continue;
        if ((placed.get(street.name) || []).some(([px, py]) => Math.hypot(px - x, py - y) < 300)) continue;
        const boxes = [];
        for (let at = -length / 2; at <= length / 2; at += 6) boxes.push([x + at * Math.cos(angle) - 6, y + at * Math.sin(angle) - 6, 12, 12]);
        if (!boxes.every((box) => isFree(...box))) continue;
        for (const box of boxes) take(...box);
        placed.set(street.name, [...(placed.get(street.name) || []), [x, y]]);
        context.save(); context.translate(x, y); context.rotate(angle);
        label(street.name, 0, 0, "center");
        context.restore();
        break;
      }
    }
  };
  // Hatches what is outside the coverage of the index.
  const drawHatching = () => {
    if (!coverage.length) return;
    enterPlane();
    const shown = [view.x - width / 2 * view.meters, -view.y - height / 2 * view.meters, width * view.meters, height * view.meters];
    for (const covered of coverage) {
      const outside = new Path2D(covered);
      outside.rect(...shown); context.clip(outside, "evenodd");
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 0.4; context.lineWidth = 1; context.strokeStyle = theme.ring; context.beginPath();
    for (let x = -height; x < width; x += 10) { context.moveTo(x, height); context.lineTo(x + height, 0); }
    context.stroke(); context.restore();
  };
  const drawArea = () => {
    enterPlane();
    for (const [path, thickness, style] of [[edge, 1, theme.ring], [route, 2, theme.quiet]]) {
      context.lineWidth = thickness * view.meters; context.strokeStyle = style;
      if (path) context.stroke(path);
    }
    context.restore();
    if (!isCircle) return;
    context.lineWidth = 1; context.strokeStyle = theme.ring;
    const [x, y] = toScreen(0, 0), all = rings(query.radius_m);
    for (const ring of all) {
      context.setLineDash(ring === query.radius_m ? [] : [3, 4]);
      context.beginPath(); context.arc(x, y, ring / view.meters, 0, 2 * Math.PI); context.stroke();
    }
    context.setLineDash([]);
  };
  // The centre is drawn above the markers, so that a cluster doesn't hide its distance from the centre.
  const drawCenter = () => {
    if (!isCircle) return;
    const [x, y] = toScreen(0, 0), over = marks.find((mark) => Math.abs(mark.x - x) < mark.half && Math.abs(mark.y - y) < markSize / 2);
    // Around a marker at the centre, so that its number stays readable.
    const [left, right, up, down] = over ? [x - over.x + over.half, over.x + over.half - x, y - over.y + markSize / 2, over.y + markSize / 2 - y] : [0, 0, 0, 0];
    for (const [line, style] of [[5, theme.map], [2, theme.text]]) {
      context.strokeStyle = style; context.lineWidth = line; context.beginPath();
      for (const [dx, dy, gap] of [[-1, 0, left], [1, 0, right], [0, -1, up], [0, 1, down]]) { context.moveTo(x + dx * gap, y + dy * gap); context.lineTo(x + dx * (gap + 7), y + dy * (gap + 7)); }
      context.stroke();
    }
    take(x - left - 10, y - up - 10, left + right + 20, up + down + 20);
    context.font = font(400);
    for (const ring of rings(query.radius_m)) {
      const text = lengthText(ring), length = context.measureText(text).width, reach = ring / view.meters;
      const spot = [[0, reach], [0, -reach], [reach, 0], [-reach, 0]].find(([east, south]) => isFree(x + east - length / 2, y + south - 8, length, 16));
      if (!spot) continue;
      take(x + spot[0] - length / 2 - 4, y + spot[1] - 8, length + 8, 16);
      label(text, x + spot[0], y + spot[1], "center");
    }
  };
  // The rule of `MarkerClusters` in Swift; a test compares them.
  const clusters = (points, wide, tall) => {
    const cells = new Map(), made = [];
    const around = (x, y, reach, isMeant) => {
      const column = Math.floor(x / wide), line = Math.floor(y / tall);
      for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) {
        const mark = cells.get((line + dy) * 100003 + column + dx);
        if (mark && isMeant(mark)) return mark;
      }
      return null;
    };
    for (const { x, y, place, isFixed } of points) {
      let mark = around(x, y, 1, (other) => Math.abs(other.x - x) < wide && Math.abs(other.y - y) < tall);
      if (!mark) {
        mark = { x, y, isFixed, members: [], left: x, right: x, top: y, bottom: y };
        cells.set(Math.floor(y / tall) * 100003 + Math.floor(x / wide), mark); made.push(mark);
      }
      mark.members.push(place);
      mark.left = Math.min(mark.left, x); mark.right = Math.max(mark.right, x);
      mark.top = Math.min(mark.top, y); mark.bottom = Math.max(mark.bottom, y);
    }
    for (const mark of made) {
      if (mark.members.length < 2 || mark.isFixed) continue;
      const { x, y } = mark, toX = (mark.left + mark.right) / 2 - x, toY = (mark.top + mark.bottom) / 2 - y;
      const isNear = (other, part) =>
        Math.abs(other.x - x - toX * part) < wide && Math.abs(other.y - y - toY * part) < tall;
      const isFree = (part) => !around(x, y, 3, (other) => other !== mark && isNear(other, part));
      const part = [1, 0.75, 0.5, 0.25].find(isFree);
      if (part) { mark.x += toX * part; mark.y += toY * part; }
    }
    return made;
  };
  // The markers of the view; the selected place has a marker at its own point.
  const cluster = () => {
    // The width of the widest label.
    const wide = markSize + 0.75 * rem + 3 + 8 * Math.max(0, String(found.length).length - 1), points = [];
    const order = selected >= 0 && found.includes(places[selected])
      ? [places[selected], ...found.filter((place) => place.index !== selected)] : found;
    for (const place of order) {
      if (!place.isLocated) continue;
      const [x, y] = toScreen(place.x, place.y);
      if (x < -wide || y < -wide || x > width + wide || y > height + wide) continue;
      points.push({ x, y, place, isFixed: place.index === selected });
    }
    return clusters(points, wide, markSize + 4);
  };
  const drawMark = (mark) => {
    const first = mark.members[0], count = mark.members.length;
    const isSelected = first.index === selected, isHovered = mark.members.some((place) => place.index === hovered);
    const text = count > 1 && !isSelected ? `×${count}` : first.number;
    context.font = font(600);
    const isMixed = count > 1 && !isSelected && mark.members.some((place) => place.group !== first.group);
    // The glyph of its category, before the number.
    const icon = isMixed ? 0 : 0.75 * rem, start = icon && icon + 3;
    const length = context.measureText(text).width, wide = Math.max(markSize, start + length + 12), tall = markSize;
    context.beginPath(); context.roundRect(mark.x - wide / 2, mark.y - tall / 2, wide, tall, tall / 2);
    context.fillStyle = isMixed ? theme.quiet : color(first.group); context.fill();
    if (isMixed && !forced.matches) {
      // The shares of its categories, below the number.
      const shares = new Map();
      for (const place of mark.members) shares.set(place.group, (shares.get(place.group) || 0) + 1);
      context.save(); context.clip();
      let left = mark.x - wide / 2;
      for (const [group, share] of [...shares].sort((a, b) => b[1] - a[1])) {
        context.fillStyle = color(group); context.fillRect(left, mark.y + tall / 2 - 7, wide * share / count, 7);
        left += wide * share / count;
      }
      context.restore();
    }
    context.lineWidth = isSelected || isHovered ? 4 : 1.5;
    context.strokeStyle = isSelected || isHovered ? theme.accent : theme.map; context.stroke();
    context.fillStyle = theme.mark; context.textAlign = "center"; context.textBaseline = "middle";
    context.fillText(text, mark.x + start / 2, mark.y + (isMixed ? -1.5 : 0.5));
    if (icon) {
      context.save();
      context.translate(mark.x - (start + length) / 2, mark.y - icon / 2); context.scale(icon / 16, icon / 16);
      context.fill(glyphPaths.get(first.group || "none"), "evenodd");
      context.restore();
    }
    take(mark.x - wide / 2 - 2, mark.y - tall / 2 - 2, wide + 4, tall + 4);
    mark.half = wide / 2;
  };
  const drawNames = () => {
    // The first marks are the nearest places.
    for (const mark of marks.slice(0, 400)) {
      const first = mark.members[0], spot = spots.get(`${first.lat},${first.lng}`);
      const isSelected = first.index === selected;
      if (!isSelected && mark.members.some((place) => !spot.includes(place))) continue;
      const names = mark.members.length > 1 && !isSelected ? mark.members.map((place) => place.name).join(", ") : first.name;
      labelBeside(names, mark.x - mark.half, mark.y - markSize / 2, mark.half * 2, markSize, theme.text);
    }
    drawStreetNames();
    // Streets have their own names.
    for (const place of result.ground.filter((mark) => mark.landmark || !streets.length)) {
      const [x, y] = toScreen(place.x, place.y);
      if (place.landmark) {
        if (!isFree(x - 4, y - 4, 8, 8) || !labelBeside(place.name, x - 4, y - 4, 8, 8, theme.quiet)) continue;
        take(x - 4, y - 4, 8, 8);
        context.fillStyle = theme.ring; context.fillRect(x - 3, y - 3, 6, 6);
      } else {
        context.font = font(400);
        const length = context.measureText(place.name).width;
        if (!isFree(x - length / 2 - 2, y - 9, length + 4, 18)) continue;
        take(x - length / 2 - 2, y - 9, length + 4, 18);
        label(place.name, x, y, "center");
      }
    }
  };
  // The scale and north lie on plates, because markers may be below them.
  const plate = (x, y, w, h) => {
    context.globalAlpha = 0.85; context.fillStyle = theme.map;
    context.beginPath(); context.roundRect(x, y, w, h, 6); context.fill(); context.globalAlpha = 1;
  };
  const drawScale = () => {
    const length = nice(Math.min(160, width / 4) * view.meters), pixels = length / view.meters;
    const x = width - 16 - pixels, y = height - 16;
    plate(x - 8, y - 24, pixels + 16, 32); plate(8, 6, 44, 24);
    context.strokeStyle = theme.text; context.lineWidth = 2; context.beginPath();
    context.moveTo(x, y - 6); context.lineTo(x, y); context.lineTo(x + pixels, y); context.lineTo(x + pixels, y - 6); context.stroke();
    label(lengthText(length), x + pixels / 2, y - 12, "center");
    label("N ↑", 16, 18, "left");
  };
  const takeScale = () => {
    take(0, 0, 56, 34);
    const map = canvas.getBoundingClientRect();
    for (const over of [$("zoom-in").parentNode, card].map((part) => part.getBoundingClientRect())) take(over.left - map.left - 4, over.top - map.top - 4, over.width + 8, over.height + 8);
    const pixels = nice(Math.min(160, width / 4) * view.meters) / view.meters;
    take(width - 28 - pixels, height - 40, pixels + 28, 40);
  };
  let isWaiting = false, isListOld = false;
  const draw = () => {
    isWaiting = false;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = theme.map; context.fillRect(0, 0, width, height);
    clear(); takeScale();
    drawGround(); drawHatching(); drawArea();
    marks = cluster();
    for (let index = marks.length - 1; index >= 0; index -= 1) drawMark(marks[index]);
    drawCenter(); drawNames(); drawScale();
    if (isListOld) listPlaces();
  };
  const redraw = () => { if (!isWaiting) { isWaiting = true; requestAnimationFrame(draw); } };
  const resize = () => {
    const size = canvas.getBoundingClientRect();
    ratio = Math.min(window.devicePixelRatio || 1, 3); width = size.width; height = size.height;
    canvas.width = Math.max(1, Math.round(width * ratio)); canvas.height = Math.max(1, Math.round(height * ratio));
    if (!isMoved) view = fit();
    isListOld = isFollowed;
    readTheme(); draw();
  };

  // ---- the list: only the visible rows exist

  const element = (name, className, text) => { const made = document.createElement(name); made.className = className; if (text !== undefined) made.textContent = text; return made; };
  const glyph = (group) => {
    const [icon, path] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    icon.setAttribute("viewBox", "0 0 16 16"); icon.setAttribute("class", "icon"); icon.setAttribute("aria-hidden", "true");
    path.setAttribute("d", glyphs.get(group || "none")); icon.append(path);
    return icon;
  };
  // Gives a text the language of its table cell.
  const speak = (part, cell) => { if (cell.hasAttribute("lang")) part.lang = cell.lang; return part; };
  // The status, the category, some other texts and the address, each in its language.
  const joined = (line, place, ...others) => {
    const status = place.cells.status;
    if (status) line.append(element("span", `status ${status.dataset.state}`, status.textContent), " ");
    const start = line.childNodes.length;
    const parts = [place.category && speak(element("span", "", place.category), place.cells.category), ...others, place.address && speak(element("span", "", place.address), place.cells.address)];
    for (const part of parts.filter(Boolean)) { if (line.childNodes.length > start) line.append(" · "); line.append(part); }
    return line;
  };
  const drawList = () => {
    rowsElement.style.height = `${shown.length * rowHeight}px`;
    const top = list.scrollTop, first = Math.max(0, Math.floor(top / rowHeight) - 4);
    const last = Math.min(shown.length, Math.ceil((top + list.clientHeight) / rowHeight) + 4);
    const made = [];
    for (let position = first; position < last; position += 1) {
      const place = shown[position], row = element("div", "row");
      row.id = `row-${place.index}`; row.style.top = `${position * rowHeight}px`; row.dataset.index = place.index;
      row.setAttribute("role", "option"); row.setAttribute("aria-selected", place.index === selected);
      // A screen reader hears the name, then a description instead of all parts of the row.
      row.setAttribute("aria-label", place.name); row.setAttribute("aria-description", [place.category, place.far].filter(Boolean).join(", "));
      row.setAttribute("aria-setsize", shown.length); row.setAttribute("aria-posinset", position + 1);
      if (place.index === hovered) row.classList.add("near");
      const badge = element("span", `badge g-${place.group || "none"}`);
      badge.append(glyph(place.group), place.number);
      const what = element("span", "what"), name = element("span", "name");
      name.dir = "auto"; highlight(name, place); speak(name, place.cells.name);
      what.append(name, joined(element("span", "sub"), place));
      row.append(badge, what, element("span", "far", place.far));
      made.push(row);
    }
    rowsElement.replaceChildren(...made);
    if (selected >= 0 && $(`row-${selected}`)) list.setAttribute("aria-activedescendant", `row-${selected}`);
    else list.removeAttribute("aria-activedescendant");
  };
  // Scrolls a place into the part of the list that the card doesn't cover.
  const scrollTo = (index) => {
    const position = shown.findIndex((place) => place.index === index);
    if (position < 0) return;
    const part = list.getBoundingClientRect(), over = card.getBoundingClientRect();
    const isCovered = over.width > 0 && over.left < part.right && over.top < part.bottom;
    const top = position * rowHeight, room = Math.max(rowHeight, isCovered ? over.top - part.top : list.clientHeight);
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + room) list.scrollTop = top + rowHeight - room;
  };
  const count = () => {
    const noun = result.meta.rows ? "row" : "place";
    const all = say(places.length === 1 ? noun : `${noun}s`, places.length);
    const matching = found.length < places.length ? say("countOf", found.length, all) : all;
    return shown.length < found.length ? say("inView", say("countOf", shown.length, matching)) : matching;
  };
  // Lists the places or, if the reader moved the map, the places in view.
  const clearFilter = () => {
    hidden.clear();
    for (const { chip } of chips) chip.setAttribute("aria-pressed", "true");
    $("search").value = ""; refresh(); $("search").focus();
  };
  const listPlaces = () => {
    isListOld = false;
    const before = shown, isInView = (place) => { const [x, y] = toScreen(place.x, place.y); return x >= 0 && y >= 0 && x <= width && y <= height; };
    shown = here ? found.filter((place) => here.has(place)) : isFollowed ? found.filter(isInView) : found;
    if (before !== shown && (before.length !== shown.length || before.some((place, position) => place !== shown[position]))) list.scrollTop = 0;
    const text = count();
    const offer = (words, action, run) => {
      const button = element("button", "", action);
      button.type = "button"; button.addEventListener("click", run);
      $("status").replaceChildren(`${words} · `, button);
    };
    if (!found.length && $("search").value) offer(say("noMatch", $("search").value.trim()), say("clear"), clearFilter);
    else if (here) offer(say("here", shown.length), say("showAll"), reset);
    else if ($("status").textContent !== text) $("status").textContent = text;
    drawList();
  };

  // ---- selecting

  const walk = (place) => {
    const meters = Math.hypot(place.x, place.y);
    return isCircle && meters < 5000 ? say("walk", Math.max(1, Math.round(meters / 80))) : "";
  };
  // Returns the first telephone number of a text as it is dialled; an empty text if that is uncertain.
  const dialled = (text) => {
    // Without remarks such as an extension, and without the label before the number.
    const number = text.normalize("NFKC").replace(/\p{Cf}/gu, "").replace(/\([^()]*\p{L}[^()]*\)/gu, " ").replace(/^[^\d+*#]+/, "");
    const first = number.match(/^[+*]?[\d\s()./\-\u2010-\u2015\u2212]*/)[0], rest = number.slice(first.length);
    // Letters that are a part of the number, such as 1-800-FLOWERS.
    if (/^(?!EXT|FAX|TEL)[A-Z]{3}/.test(rest) || (/[-.]$/.test(first) && /^\p{L}/u.test(rest))) return "";
    // The zero in brackets isn't dialled after a country code, except in Italy and San Marino.
    const parts = first.replace(/^((?:\+|00)\s*(?!39|378)\d{1,3}[\s)./-]*)\(\s*0/, "$1(").split("/").map((part) => part.replace(/[^\d+*]/g, ""));
    // A slash separates two numbers, unless the digits before it are too few for one.
    const isPrefix = (digits) => digits.length <= (digits.startsWith("+") ? 8 : digits.startsWith("00") ? 9 : digits.startsWith("0") ? 6 : 5);
    const digits = parts.reduce((before, part) => isPrefix(before) ? before + part : before);
    const isShort = /^\*?\d{3,6}$/.test(digits) && !/^\p{L}/u.test(rest);
    return isShort || /^(?:\+|00)?\d{7,15}$/.test(digits) ? digits : "";
  };
  const fillCard = () => {
    if (selected < 0) { card.hidden = true; return; }
    const place = places[selected];
    const heading = element("h3", "", `${place.number}. ${place.name}`);
    heading.dir = "auto"; speak(heading, place.cells.name);
    const facts = joined(element("p", "sub"), { ...place, address: "" }, place.far, walk(place));
    const parts = [heading, facts];
    if (place.visit) parts.push(speak(element("p", "", place.visit), place.cells.visit));
    if (place.address) parts.push(speak(element("p", "", place.address), place.cells.address));
    if (place.phone) {
      const number = isMadeUp ? "" : dialled(place.phone), phone = element(number ? "a" : "span", "", place.phone), line = element("p", "");
      if (number) phone.href = `tel:${number}`;
      line.append(phone); parts.push(line);
    }
    // The columns of a batch have any meaning, so their values have their titles.
    const described = (key, value) => `${result.meta.rows && titles[key] ? `${titles[key]}: ` : ""}${value}`;
    otherKeys.forEach((key, number) => { if (place.others[number]) parts.push(speak(element("p", "", described(key, place.others[number])), place.cells[key])); });
    const links = element("p", "links");
    if (place.url) {
      const link = element("a", "", say(place.hasPage ? "page" : "openStreetMap"));
      link.href = place.url; link.target = "_blank"; link.rel = "noopener noreferrer"; links.append(link);
    }
    if (place.isLocated) {
      const copy = element("button", "", say("copy", place.at));
      copy.type = "button";
      copy.addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(place.at).then(() => { copy.textContent = say("copied"); }, () => {}));
      links.append(copy);
    } else if (place.cells.at.textContent) parts.push(element("p", "", described("at", place.cells.at.textContent)));
    if (links.hasChildNodes()) parts.push(links);
    if (place.id) parts.push(element("p", "sub", `id ${place.id}`));
    if (place.facts) parts.push(speak(element("p", "sub", place.facts), place.cells.facts));
    if (isMadeUp) parts.push(element("p", "sub", say("fictional")));
    else if (place.isLocated) parts.push(directions(place));
    const others = place.isLocated ? spots.get(`${place.lat},${place.lng}`).filter((other) => other !== place) : [];
    if (others.length) {
      const here = element("p", "links here", `${say("alsoHere")} `);
      for (const other of others.slice(0, 20)) {
        const button = element("button", "", `${other.number}. ${other.name}`);
        speak(button, other.cells.name);
        button.type = "button"; button.addEventListener("click", () => select(other.index)); here.append(button);
      }
      if (others.length > 20) here.append(say("more", others.length - 20));
      parts.push(here);
    }
    const close = element("button", "close", "✕");
    close.type = "button"; close.setAttribute("aria-label", say("close")); close.addEventListener("click", () => { select(-1); list.focus(); });
    parts.push(close);
    card.replaceChildren(...parts); card.hidden = false; card.scrollTop = 0;
  };
  const directions = (place) => {
    const ways = element("p", "links", `${say("directions")} `), at = `${place.lat},${place.lng}`, name = encodeURIComponent(place.name);
    const isKorean = place.lat > 33 && place.lat < 39 && place.lng > 124 && place.lng < 132;
    for (const [text, address] of [
      ["Kakao Map", isKorean ? `https://map.kakao.com/link/to/${name},${at}` : ""],
      ["Google", `https://www.google.com/maps/dir/?api=1&destination=${at}`],
      ["OpenStreetMap", `https://www.openstreetmap.org/directions?to=${at}`],
      [say("mapApp"), `geo:${at}?q=${at}(${name})`],
    ]) {
      if (!address) continue;
      const way = element("a", "", text);
      way.href = address;
      // A URL for another program would leave an empty tab.
      if (address.startsWith("https:")) { way.target = "_blank"; way.rel = "noopener noreferrer"; }
      ways.append(way);
    }
    return ways;
  };
  // Moves the map if its edge or the card would hide a place.
  const reveal = (place) => {
    if (!place.isLocated) return;
    const [x, y] = toScreen(place.x, place.y), map = canvas.getBoundingClientRect(), over = card.getBoundingClientRect();
    const [left, top] = [over.left - map.left, over.top - map.top], margin = markSize;
    const isOver = over.width > 0 && left < width && top < height && left + over.width > 0 && top + over.height > 0;
    const isHidden = isOver && x > left - margin && x < left + over.width + margin && y > top - margin && y < top + over.height + margin;
    if (!isHidden && x > margin && y > margin && x < width - margin && y < height - margin) return;
    // The largest part of the map that the card doesn't cover.
    const parts = isOver ? [[0, 0, width, top], [0, 0, left, height], [left + over.width, 0, width - left - over.width, height]] : [[0, 0, width, height]];
    const [px, py, pw, ph] = parts.sort((a, b) => b[2] * b[3] - a[2] * a[3])[0];
    view = { x: place.x + (width / 2 - px - pw / 2) * view.meters, y: place.y - (height / 2 - py - ph / 2) * view.meters, meters: view.meters };
    isMoved = true;
  };
  // The URL contains the selection and the filters, so that a link to the page restores them.
  const remember = () => {
    const parts = new URLSearchParams();
    if (selected >= 0) parts.set("place", selected + 1);
    if ($("search").value) parts.set("q", $("search").value);
    try { history.replaceState(null, "", `#${parts}`); } catch { /* a page without a URL of its own */ }
  };
  const select = (index) => {
    selected = index;
    fillCard();
    if (index >= 0) { scrollTo(index); reveal(places[index]); }
    drawList(); redraw(); remember();
    // The list itself announces its active row.
    if (document.activeElement !== list) $("said").textContent = index >= 0 ? places[index].name : "";
  };
  const hover = (index) => {
    if (hovered === index) return;
    hovered = index; drawList(); redraw();
  };

  // ---- filters

  // The rule of `NameFolding` in Swift; a test compares them.
  const normal = (() => {
    const forms = [
      [/[\u00aa\u00b2\u00b3\u00b9\u00ba\u2116\u2160-\u217f\u2460-\u2473\u321c\ufb00-\ufb06\uff01-\uff5e\uff66-\uff9f]/g, (letter) => letter.normalize("NFKC")],
      [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " "],
      [/[\u00b4\u02bb\u02bc\u2018-\u201b\u2032]/g, "'"], [/[\u00ab\u00bb\u201c-\u201f\u2033]/g, '"'],
      [/[\u2010-\u2015\u2212]/g, "-"],
      [/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]/g, ""],
      [/[^][\u0300-\u036f\u3099\u309a]+|[\u1100-\u11ff]+/gu, (part) => part.normalize("NFC")],
    ];
    const apply = (text, [variants, form]) => text.replace(variants, form);
    const letters = /(?![\u0140\u0149\u1e9a])(?=[\p{Lu}\p{Ll}\p{Lt}\u0374\u0387])[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/gu;
    const bases = { ı: "i", ł: "l", ø: "o", đ: "d", ħ: "h", ŧ: "t", ß: "ss", æ: "ae", œ: "oe", ς: "σ" };
    return (text) => forms.reduce(apply, text).toLowerCase()
      .replace(letters, (letter) => letter.normalize("NFKD").toLowerCase()).replace(/[\u0300-\u036f]/g, "")
      .replace(/[ıłøđħŧßæœς]/g, (letter) => bases[letter]);
  })();
  for (const place of places) {
    place.key = normal(place.name);
    place.text = normal([place.name, place.category, place.address, place.phone, place.visit, place.facts, ...place.others].join("\n"));
  }
  let words = [];
  const isInName = (place, word) => place.key.includes(word) || place.initials.includes(word);
  const highlight = (into, { name: text, key, initials }) => {
    const found = key.length === text.length && words.map((word) => [Math.max(key.indexOf(word), initials.indexOf(word)), word.length]).find(([start]) => start >= 0);
    if (!found) { into.textContent = text; return; }
    into.append(text.slice(0, found[0]), element("mark", "", text.slice(found[0], found[0] + found[1])), text.slice(found[0] + found[1]));
  };
  const refresh = () => {
    words = normal($("search").value).split(/\s+/).filter(Boolean);
    const passing = places.filter((place) => !hidden.has(place.group) && words.every((word) => place.text.includes(word) || isInName(place, word)));
    // Places whose names match come first.
    const isNamed = (place) => words.every((word) => isInName(place, word));
    found = words.length ? [...passing.filter(isNamed), ...passing.filter((place) => !isNamed(place))] : passing;
    if (selected >= 0 && !found.includes(places[selected])) selected = -1;
    // A filter applies to all places, also outside the view.
    isFollowed = false; here = null;
    // The map shows the matches, until the reader moves it.
    if (!isMoved && width) view = fit();
    listPlaces(); list.scrollTop = 0; fillCard(); drawList(); redraw(); remember();
  };
  $("search").addEventListener("input", refresh);
  $("search").addEventListener("keydown", (event) => {
    if (event.isComposing || !shown.length || event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault(); select(shown[0].index);
    if (event.key === "ArrowDown") list.focus();
  });
  const chips = [];
  if (groups.size > 1) {
    for (const [group, count] of [...groups].sort((a, b) => b[1] - a[1])) {
      const chip = element("button", "chip"), dot = element("span", `dot g-${group || "none"}`);
      chip.type = "button"; chip.setAttribute("aria-pressed", "true");
      dot.append(glyph(group)); chip.append(dot, `${groupName(group)} ${count}`);
      chip.addEventListener("click", () => {
        // The first click shows only this category; later clicks add and remove categories.
        if (!hidden.size) for (const other of groups.keys()) { if (other !== group) hidden.add(other); }
        else if (hidden.has(group)) hidden.delete(group);
        else hidden.add(group);
        if (hidden.size === groups.size) hidden.clear();
        for (const other of chips) other.chip.setAttribute("aria-pressed", String(!hidden.has(other.group)));
        refresh();
      });
      chips.push({ chip, group }); $("chips").append(chip);
    }
  }

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

  // The list follows the map when the reader moves it.
  const follow = () => { isMoved = true; isFollowed = true; here = null; isListOld = true; redraw(); };
  const zoom = (factor, x = width / 2, y = height / 2) => {
    const meters = Math.min(Math.max(view.meters * factor, 0.01), 200000);
    view.x += (x - width / 2) * (view.meters - meters); view.y -= (y - height / 2) * (view.meters - meters);
    view.meters = meters; follow();
  };
  const pan = (x, y) => { view.x -= x * view.meters; view.y += y * view.meters; follow(); };
  const reset = () => { isMoved = false; isFollowed = false; here = null; isListOld = true; view = fit(); redraw(); };
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
      // A cluster opens; a cluster at a single spot shows its places in turn.
      if (Math.max(wide, tall) > 2 && view.meters > 0.05) {
        view = { x: (Math.max(...xs.slice(0, 5000)) + Math.min(...xs.slice(0, 5000))) / 2, y: (Math.max(...ys.slice(0, 5000)) + Math.min(...ys.slice(0, 5000))) / 2, meters: Math.max(Math.min(view.meters * 0.6, Math.max(wide / (width * 0.7), tall / (height * 0.7))), 0.01) };
        follow(); here = new Set(members); return;
      }
      const sorted = members.map((place) => place.index).sort((a, b) => a - b);
      select(sorted.find((index) => index > selected) ?? sorted[0]);
      return;
    }
    select(members[0].index);
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

  const recolor = () => { readTheme(); draw(); };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  forced.addEventListener("change", recolor);
  let wasOpen = false;
  addEventListener("beforeprint", () => { wasOpen = $("table").open; $("table").open = true; resize(); });
  addEventListener("afterprint", () => { $("table").open = wasOpen; resize(); });
  matchMedia("print").addEventListener("change", resize);
  new ResizeObserver(() => { resize(); drawList(); }).observe(canvas);
  const state = new URLSearchParams(location.hash.slice(1)), start = (parseInt(state.get("place"), 10) || 0) - 1;
  $("search").value = state.get("q") || "";
  readTheme(); refresh(); resize();
  if (places[start]) select(start);
})();
