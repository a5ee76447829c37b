/// The script of the page, without libraries or network access: reads the places out of the table and draws them on a canvas.
///
/// One function in four parts, each of which uses the names of those before it.
enum PageScript {
  static let text = [places, map, list, input].joined(separator: "\n\n")

  /// Reads the places from the table, and holds the plane they are drawn in and the state.
  static let places = #"""
    "use strict";
    (() => {
      const $ = (id) => document.getElementById(id);
      const answer = JSON.parse($("answer").textContent);
      const rows = $("places").tBodies[0].rows;
      const degree = Math.PI / 180, earth = 6371008.8;

      // ---- places, read from the table

      const places = Array.from(rows, (row, index) => {
        const cells = row.cells, link = cells[1].querySelector("a");
        return {
          index, lat: +row.dataset.lat, lng: +row.dataset.lng, group: row.dataset.group,
          name: cells[1].textContent, category: cells[2].textContent, far: cells[3].textContent,
          address: cells[4].textContent, phone: cells[5].textContent, at: cells[6].textContent,
          url: link ? link.href : "", hasPage: link ? link.dataset.page === "yes" : false,
          x: 0, y: 0,
        };
      });

      // ---- the plane: azimuthal equidistant around the centre, so that rings are circles

      const query = answer.query, box = query.bbox;
      const bounds = box || answer.bounds;
      const middle = () => {
        if (!bounds) return [37.5665, 126.978];
        const east = bounds[2] < bounds[0] ? bounds[2] + 360 : bounds[2], lng = (bounds[0] + east) / 2;
        return [(bounds[1] + bounds[3]) / 2, lng > 180 ? lng - 360 : lng];
      };
      const center = query.lat !== null && !box ? [query.lat, query.lng] : middle();
      const sine = Math.sin(center[0] * degree), cosine = Math.cos(center[0] * degree);
      const project = (lat, lng) => {
        const phi = lat * degree, turn = (lng - center[1]) * degree;
        const a = Math.sin((lat - center[0]) * degree / 2), b = Math.sin(turn / 2);
        const angle = 2 * Math.asin(Math.min(1, Math.sqrt(a * a + cosine * Math.cos(phi) * b * b)));
        const scale = Math.sin(angle) > 1e-12 ? earth * angle / Math.sin(angle) : 0;
        return [scale * Math.cos(phi) * Math.sin(turn), scale * (Math.sin(phi - center[0] * degree) + 2 * sine * Math.cos(phi) * b * b)];
      };
      for (const place of places) [place.x, place.y] = project(place.lat, place.lng);

      // ---- state

      const canvas = $("canvas"), context = canvas.getContext("2d"), list = $("list"), rowsElement = $("rows"), card = $("card");
      const rowHeight = 64, markSize = 26;
      let view = { x: 0, y: 0, meters: 1 };   // the plane's point in the middle, metres a pixel
      let width = 0, height = 0, ratio = 1, home = view;
      let shown = places, marks = [], selected = -1, hovered = -1, isMoved = false;
      const hidden = new Set();
    """#
}
