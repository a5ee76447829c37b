import Domain

/// Errors and notices about polygons and lines.
extension Failure {
  /// Reports why a text isn't a shape.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - kind: The expected kind of shape.
  ///   - name: The file as typed, or another name of the text.
  ///   - isFile: Whether the text is a file, which another program can convert.
  /// - Returns: The failure.
  static func shape(_ error: ShapeError, as kind: ShapeKind, in name: String, isFile: Bool = false) -> Failure {
    Failure(.shapeInvalid, sentence(for: error, as: kind, in: name, isFile: isFile))
  }

  private static func sentence(
    for error: ShapeError,
    as kind: ShapeKind,
    in name: String,
    isFile: Bool
  ) -> Message {
    switch error {
    case .cutOff(let format, let line):
      return "\(name) ends in line \(line) within its \(format.rawValue): it was cut off. Get it whole again."
    case .malformed(.geoJSON, let line):
      return "\(place(name, line)) is not GeoJSON. It takes a geometry, a feature or a collection of these (RFC 7946)."
    case .malformed(.xml, let line):
      return "\(place(name, line)) is neither KML nor GPX that can be read. Write the file anew, or as GeoJSON."
    case .malformed(.polygonFilter, let line):
      return """
        \(place(name, line)) isn't valid in a polygon filter file (.poly), where a ring is its name, a longitude and a \
        latitude a line, and END. Get it again, or as GeoJSON.
        """
    case .malformed(.wellKnownText, let line): return "\(place(name, line)) is not well-known text."
    case .entities(let line):
      return """
        \(place(name, line)) declares entities or a document type, which may grow without limit or name other files: \
        remove the declaration, or write the file as GeoJSON.
        """
    case .linked(let link):
      return """
        \(name) is KML without a shape of its own: it links to another file. Download that, and pass it instead\
        \(terminal: ": `curl -L -O \(argument(link))`", agent: ".")
        """
    case .otherSystem(let system):
      let what = "\(name) has coordinates in \(system.prefix(60)), not in degrees of WGS 84."
      return isFile
        ? "\(what)\(terminal: " Convert it: ogr2ogr -f GeoJSON -t_srs EPSG:4326 OUT.geojson \(argument(name))")"
        : "\(what) Write degrees, and no other crs."
    case .otherNumber(let number):
      return """
        \(name) has coordinates in SRID \(number), not in degrees of WGS 84. Write degrees, the longitude first, with \
        SRID=\(WellKnownText.degrees); or nothing before the shape.
        """
    case .empty: return "\(name) is empty: it is well-known text without a point."
    case .unknown(let hint):
      let what =
        kind == .polygons
        ? "GeoJSON, KML, GPX, .poly or well-known text" : "GeoJSON, KML, GPX, an encoded polyline or well-known text"
      return "\(name) is not \(what)\(hint.map { ": \($0)" } ?? "")."
    case .nothing where kind == .polygons:
      return "\(name) has no polygon. A line needs \(.along); a track for \(.within) must be closed."
    case .nothing: return "\(name) has no line (a track, a route, a LineString). Polygons need \(.within)."
    case .coordinate(let longitude, let latitude, let looksSwapped, let line):
      let pair = "\(longitude.decimalText), \(latitude.decimalText)"
      return looksSwapped
        ? """
        \(place(name, line)) has a point at longitude, latitude \(pair), which cannot be; the two look swapped: \
        longitude comes first in GeoJSON, KML and well-known text.
        """
        : """
        \(place(name, line)) has a point at longitude, latitude \(pair), which cannot be: degrees of WGS 84 are at \
        most 180 and 90.
        """
    case .tooFewPoints(let count, let line):
      let what = kind == .polygons ? "A ring needs three different ones" : "A line needs two"
      return "\(place(name, line)) has \(counted(count, "point")). \(what)."
    case .notClosed(let line):
      return """
        \(place(name, line)) begins a line that is not closed, and so has no inside: its last point has to be its \
        first. For places along a line, use \(.along).
        """
    case .noArea(let line):
      return """
        \(place(name, line)) begins a ring without an area. Each of its edges is the shorter way around the Earth: \
        longer ones need points between.
        """
    case .tooManyPoints(let count):
      return """
        \(name) has \(count) points, also more than \(ShapeDraft.maximumPoints) when those are left out that lie \
        within a metre of the line. Simplify it, or take a part of it.
        """
    }
  }

  static func place(_ name: String, _ line: Int) -> String { line > 0 ? "\(name), line \(line)," : name }

  static func radiusBesideLine(_ radius: SearchRadius) -> Failure {
    .outOfRange(
      .radius,
      DistanceFormatter.short(radius.distance),
      from: DistanceFormatter.short(SearchRadius.minimum.distance),
      to: DistanceFormatter.short(SearchRadius.largestBesideLine.distance)
    )
  }

  /// Reports a word that is neither a file nor a line.
  static func lineMissing(_ name: String) -> Failure {
    Failure(
      .fileUnreadable,
      "There is no file \(name). \(.along) takes the file of a GPX, GeoJSON or KML line, or an encoded polyline."
    )
  }

  static func inputTwice(_ option: Option) -> Failure {
    Failure(.usage, "Standard input is read for something else; put what \(option) reads into a file.")
  }
}
