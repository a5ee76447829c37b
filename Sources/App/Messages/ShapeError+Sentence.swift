import Domain

extension ShapeError {
  /// Returns the problem with a shape, and the remedy.
  ///
  /// - Parameters:
  ///   - kind: The expected kind of shape.
  ///   - name: The file as typed, or another name of the text.
  ///   - isFile: Whether the text is a file, which another program can convert.
  /// - Returns: The sentence.
  func sentence(as kind: ShapeKind, in name: String, isFile: Bool) -> Message {
    switch self {
    case .cutOff(let format, let line):
      """
      \(name) is cut short: it ends in line \(line) within its \(format.rawValue). \
      \(isFile ? "Download it again." : "Pass all of it.")
      """
    case .malformed(let format, let line): Self.malformed(format, at: Self.place(name, line))
    case .entities(let line):
      """
      \(Self.place(name, line)) declares entities or a document type, which aren't allowed. Remove the declaration, or \
      pass the shape as GeoJSON.
      """
    case .linked(let link):
      """
      \(name) has no shape, but links to another file. Download that and pass it\
      \(terminal: ": `curl -L -O \(InputPath(link).argument)`", agent: ".")
      """
    case .otherSystem(let system): otherSystem("\(system.prefix(60))", in: name, isFile: isFile)
    case .otherNumber(let number):
      """
      \(name) has coordinates in SRID \(number), not in WGS 84 degrees. Write degrees, the longitude first, with \
      SRID=\(WellKnownText.degrees) or without SRID.
      """
    case .empty: "\(name) is empty: it is well-known text without a point."
    case .otherGeometry(let type):
      "\(name) has a \(type), which isn't supported. Write it as \(kind == .polygons ? "POLYGON" : "LINESTRING")."
    case .unknown(let hint): unknown(hint, as: kind, in: name)
    case .nothing where kind == .polygons:
      "\(name) has no polygon. A line needs \(.along); a track for \(.within) must be closed."
    case .nothing: "\(name) has no line (a track, a route, a LineString). Polygons need \(.within)."
    case .coordinate(let longitude, let latitude, let looksSwapped, let line):
      """
      \(Self.place(name, line)) has a point at longitude, latitude \(longitude.decimalText), \(latitude.decimalText), \
      which is out of range. \(looksSwapped ? Self.order : "Degrees of WGS 84 are at most 180 and 90.")
      """
    case .tooFewPoints(let count, let line):
      "\(Self.place(name, line)) has \(counted(count, "point")). \(kind == .polygons ? "A ring needs three" : "A line needs two")."
    case .notClosed(let line):
      "The line \(Self.location(name, line)) isn't closed. End it at its first point; a line needs \(.along)."
    case .noArea(let line):
      """
      The ring \(Self.location(name, line)) has no area. An edge takes the shorter way around the Earth: add points to \
      longer ones.
      """
    case .holeBeyond(let line, let ring):
      """
      The hole \(Self.location(name, line)) reaches beyond the ring at line \(ring). End the hole at the edge of that \
      ring.
      """
    case .tooManyPoints(let count):
      """
      \(name) has \(count) points, and still more than \(ShapeDraft.maximumPoints) after it was simplified to 1 m. \
      Simplify it, or pass a part of it.
      """
    case .tooManyHoles(let count):
      "\(name) has \(count.groupedText) holes, too many to find the rings around them. Pass a part of it, or GeoJSON."
    }
  }

  private static func malformed(_ format: ShapeFormat, at place: String) -> Message {
    switch format {
    case .geoJSON: "\(place) isn't valid GeoJSON. Pass a geometry, a feature or a collection (RFC 7946)."
    case .xml: "\(place) isn't valid KML or GPX. Export the file again, or as GeoJSON."
    case .polygonFilter:
      """
      \(place) isn't valid in a polygon filter file (.poly): a ring is its name, a longitude and a latitude per line, \
      and END. Download it again, or as GeoJSON.
      """
    case .wellKnownText:
      """
      \(place) isn't valid well-known text. Write a point as longitude and latitude with a space between them, and a \
      comma before the next point. Close every parenthesis.
      """
    }
  }

  private static let order = "Did you swap them? Longitude comes first in GeoJSON, KML and well-known text."

  private func otherSystem(_ system: String, in name: String, isFile: Bool) -> Message {
    let fault = "\(name) has coordinates in \(system), not in WGS 84 degrees."
    return isFile
      ? "\(fault)\(terminal: " Convert it: `ogr2ogr -f GeoJSON -t_srs EPSG:4326 OUT.geojson \(InputPath(name).argument)`")"
      : "\(fault) Write WGS 84 degrees, without a crs member."
  }

  private func unknown(_ hint: String?, as kind: ShapeKind, in name: String) -> Message {
    let formats =
      kind == .polygons
      ? "GeoJSON, KML, GPX, .poly or well-known text" : "GeoJSON, KML, GPX, an encoded polyline or well-known text"
    return "\(name) isn't \(formats)\(hint.map { ": \($0)" } ?? "")."
  }

  static func place(_ name: String, _ line: Int) -> String { line > 0 ? "\(name), line \(line)," : name }

  /// Returns the location of a part of a shape, within a sentence: `at line 3 of a.geojson`, `of the cell 'within'`.
  static func location(_ name: String, _ line: Int) -> String {
    let shape = name.hasPrefix("The ") ? "t\(name.dropFirst())" : name
    return line > 0 ? "at line \(line) of \(shape)" : "of \(shape)"
  }
}
