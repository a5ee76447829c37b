import Domain
import Tables

/// The kind of shape that a text is read as.
enum ShapeKind: Sendable {
  case polygons
  case line
}

/// Reads polygons or a line from a text in any supported format.
enum ShapeText {
  /// Reads the contents of a file: any supported format, or text that a cell may contain.
  static func draft(
    ofFile bytes: [UInt8],
    as kind: ShapeKind,
    _ precision: EncodedPolyline.Precision = .standard
  ) throws(ShapeError) -> ShapeDraft {
    let content = bytes.dropFirst(TextEncoding.markLength(of: bytes.span))
    switch content.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{")?:
      if let draft = encodedLine(content, as: kind, precision) { return draft }
      return try GeoJSONShape.draft(bytes, as: kind)
    case UInt8(ascii: "<")?: return try XMLShape.draft(bytes, as: kind)
    case nil: throw .unknown(hint: "it is empty")
    default:
      if bytes.count <= maximumTextBytes {
        let text = String(decoding: content, as: UTF8.self)
        if let draft = try wellKnown(text) { return draft }
        if let draft = try PolygonFilterShape.draft(content) { return draft }
        if let draft = encodedLine(content, as: kind, precision) { return draft }
      }
      throw .unknown(hint: hint(on: bytes))
    }
  }

  /// The maximum size of well-known text in bytes.
  private static let maximumTextBytes = 1 << 25

  /// Reads the contents of a cell or an option's value: any supported format.
  static func draft(
    _ text: String,
    as kind: ShapeKind,
    _ precision: EncodedPolyline.Precision
  ) throws(ShapeError) -> ShapeDraft {
    let trimmed = text.trimmed
    let line = encodedLine(Array(trimmed.utf8)[...], as: kind, precision)
    if line == nil, trimmed.hasPrefix("{") { return try GeoJSONShape.draft(Array(trimmed.utf8), as: kind) }
    if trimmed.hasPrefix("<") { return try XMLShape.draft(Array(trimmed.utf8), as: kind) }
    if let draft = try wellKnown(String(trimmed)) { return draft }
    if let draft = try PolygonFilterShape.draft(Array(trimmed.utf8)[...]) { return draft }
    if let line { return line }
    throw .unknown(hint: nil)
  }

  /// Reads an encoded polyline; returns `nil` for other text, and if the kind isn't a line.
  ///
  /// A polyline may begin with a brace like GeoJSON, but it has no quotation marks.
  private static func encodedLine(
    _ text: ArraySlice<UInt8>,
    as kind: ShapeKind,
    _ precision: EncodedPolyline.Precision
  ) -> ShapeDraft? {
    guard kind == .line, let first = text.firstIndex(where: { $0 > 0x20 }),
      let last = text.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    let word = text[first...last]
    guard let path = EncodedPolyline.path(word.span, precision) else { return nil }
    var draft = ShapeDraft()
    draft.lines = [path]
    return draft
  }

  /// Reads well-known text; returns `nil` for other text.
  private static func wellKnown(_ text: String) throws(ShapeError) -> ShapeDraft? {
    let draft = try WellKnownText.draft(text)
    if draft?.isEmpty == true { throw .empty }
    return draft
  }

  /// Describes a file in an unsupported format.
  private static func hint(on bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x50, 0x4B]) { return "it is a ZIP archive, perhaps KMZ; unpack it: unzip FILE" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "it is compressed; unpack it: gzip -d FILE" }
    if bytes.starts(with: [0x00, 0x00, 0x27, 0x0A]) {
      return "it is a shapefile; convert it with `ogr2ogr -f GeoJSON`"
    }
    if bytes.starts(with: Array("SQLite".utf8)) { return "it is a GeoPackage; convert it with `ogr2ogr -f GeoJSON`" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return "it is UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"
    }
    return nil
  }
}
