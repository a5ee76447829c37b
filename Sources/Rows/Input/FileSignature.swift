package import Domain
package import Tables

/// Recognizes the format of a file by its first bytes.
package enum FileSignature {
  /// The number of bytes to examine.
  package static let examinedByteCount = 4096

  /// Returns the format of a file that is neither JSON nor a table; `nil` if it is unknown.
  package static func of(_ prefix: ByteView) -> ForeignFormat? {
    if begins(prefix, with: [0x50, 0x4B]) { return archive(prefix) }
    if begins(prefix, with: Array("SQLite format 3".utf8)) {
      // The application id is at offset 68.
      let application = text(prefix, 68..<72)
      return application == "GPKG" || application.hasPrefix("GP1") ? .geoPackage : .sqlite
    }
    if let known = FormatSignature.all.first(where: { holds(prefix, $0.bytes, at: $0.offset) }) { return known.format }
    if isOpenStreetMap(prefix) { return .osmPBF }
    // A table may begin with these words too.
    if begins(prefix, with: Array("ORC".utf8)), prefix.withSpan(InputFormat.isBinary) { return .orc }
    if begins(prefix, with: Array("AC10".utf8)), prefix.withSpan(InputFormat.isBinary) { return .cad }
    let text = text(prefix, 0..<prefix.count).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("version https://git-lfs") { return .lfsPointer }
    if isTurtle(text) { return .turtle }
    if isOPL(text) { return .osmOPL }
    if isJavaScript(text) { return .javaScript }
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.split(whereSeparator: \.isWhitespace) }
    if PolygonFilterFile.begins(lines.filter { !$0.isEmpty }) { return .polygonFilter }
    guard text.hasPrefix("<") else { return nil }
    let tags = text.lowercased().split(separator: "<")
    let hasLink = tags.contains { $0.hasPrefix("networklink") }
    if hasLink, !tags.contains(where: { $0.hasPrefix("placemark") }) { return .kmlLink }
    return elements.first { element in
      element.names.contains { name in
        tags.contains { $0.hasPrefix(name) && $0.dropFirst(name.count).first?.isLetter != true }
      }
    }?.format ?? .xml
  }

  /// Returns whether a file begins with the header of an OpenStreetMap blob, whose type is one of its fields.
  package static func isOpenStreetMap(_ prefix: ByteView) -> Bool {
    guard prefix.count > 4 else { return false }
    let byteCount = Int(UInt32(bigEndian: prefix.load(UInt32.self, at: 0)))
    guard byteCount > 0, byteCount < maximumHeaderByteCount else { return false }
    return prefix.part(4..<min(prefix.count, 4 + byteCount)).contains("\n\tOSMHeader")
  }

  /// The maximum size of the header of a blob in bytes.
  private static let maximumHeaderByteCount = 1 << 16

  /// The root elements of markup formats, in lower case.
  private static let elements: [(format: ForeignFormat, names: [String])] = [
    (.osmXML, ["osm"]),
    (.osmChange, ["osmchange"]),
    (.kml, ["kml"]),
    (.gpx, ["gpx"]),
    (.html, ["!doctype html", "html", "head", "script"]),
  ]

  /// The prefixes of the first file's name in an Office document.
  private static let officeFiles = [
    "[Content_Types].xml", "_rels/", "docProps/", "customXml/", "xl/", "word/", "ppt/",
  ]

  /// Returns the format of a ZIP archive; office documents and KMZ are archives too.
  private static func archive(_ prefix: ByteView) -> ForeignFormat? {
    // A first file, or the end of an empty archive.
    guard begins(prefix, with: [0x50, 0x4B, 3, 4]) || begins(prefix, with: [0x50, 0x4B, 5, 6]) else { return nil }
    let length = prefix.count >= 30 ? Int(prefix.load(UInt16.self, at: 26)) : 0
    let first = text(prefix, 30..<30 + length)
    if first == "doc.kml" { return .kmz }
    let all = text(prefix, 0..<prefix.count)
    if first == "mimetype" { return all.contains("opendocument.spreadsheet") ? .openDocument : .wordProcessor }
    guard officeFiles.contains(where: first.hasPrefix) else { return .zip }
    return all.contains("word/") || all.contains("ppt/") ? .wordProcessor : .xlsx
  }

  /// Returns whether a text is RDF as Turtle or N-Triples: a directive after comments, or a subject in angle brackets
  /// or a blank node.
  private static func isTurtle(_ text: Substring) -> Bool {
    let lines = text.prefix(4096).split(whereSeparator: \.isNewline).lazy.map { $0.drop(while: \.isWhitespace) }
    guard let line = lines.first(where: { !$0.isEmpty && $0.first != "#" }) else { return false }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count >= 2 else { return false }
    let isPrefix = words.count >= 3 && words[1].hasSuffix(":") && words[2].hasPrefix("<")
    switch words[0].lowercased() {
    case "@prefix", "prefix": return isPrefix
    case "@base", "base": return words[1].hasPrefix("<") && (words[1].hasSuffix(">") || words[1].hasSuffix(">."))
    default: return isSubject(words[0]) && (words[1].hasPrefix("<") || words[1] == "a")
    }
  }

  private static func isSubject(_ word: Substring) -> Bool {
    word.hasPrefix("_:") || word.hasPrefix("<") && word.hasSuffix(">") && word.contains(":")
  }

  /// Returns whether a text is OPL, with one element per line: its type and number, then fields that begin with their
  /// letter.
  private static func isOPL(_ text: Substring) -> Bool {
    let line = text.prefix(while: { !$0.isNewline })
    let words = line.split(separator: " ")
    guard words.count > 1, let kind = words[0].first, "nwr".contains(kind), Int64(words[0].dropFirst()) != nil else {
      return false
    }
    return words.dropFirst().allSatisfy { word in word.first.map { "vdctiuTxyNM".contains($0) } == true }
  }

  /// Returns whether a text assigns an object or a list to a variable, as qgis2web does: `var json_cafes_1 = {`; also
  /// after comments.
  private static func isJavaScript(_ text: Substring) -> Bool {
    var text = text
    while text.hasPrefix("//") { text = text.drop { !$0.isNewline }.drop(while: \.isWhitespace) }
    guard let open = text.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return false }
    let words = text[..<open].split { $0.isWhitespace || $0 == "=" }
    guard text[..<open].last(where: { !$0.isWhitespace }) == "=" else { return words == ["export", "default"] }
    guard let name = words.last, name.allSatisfy({ $0.isLetter || $0.isNumber || "_$.".contains($0) }) else {
      return false
    }
    return words.dropLast().allSatisfy { ["export", "var", "let", "const"].contains($0) }
  }

  private static func begins(_ prefix: ByteView, with bytes: [UInt8]) -> Bool { holds(prefix, bytes, at: 0) }

  private static func holds(_ prefix: ByteView, _ bytes: [UInt8], at offset: Int) -> Bool {
    prefix.count >= offset + bytes.count && bytes.indices.allSatisfy { prefix.byte(at: offset + $0) == bytes[$0] }
  }

  private static func text(_ prefix: ByteView, _ range: Range<Int>) -> String {
    let end = min(range.upperBound, prefix.count)
    return range.lowerBound < end ? prefix.part(range.lowerBound..<end).text : ""
  }
}
