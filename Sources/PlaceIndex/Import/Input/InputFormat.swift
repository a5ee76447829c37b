import Domain
import TextParsing

/// The format of an input, recognised by its content and not by its name.
enum InputFormat: Sendable, Hashable {
  /// JSON: a GeoJSON document, or a sequence of objects with or without record separators.
  case json
  /// A table whose first row names the columns.
  case csv
  /// Nothing but white space.
  case empty
  /// Not text.
  case binary

  /// Recognises the format.
  ///
  /// A record separator (RFC 8142), a brace or a bracket begins JSON. Text has few control characters: tables of old
  /// systems have an occasional NUL in a cell, but binary data has a control character in ten bytes.
  init(prefix: Span<UInt8>) {
    var at = TextEncoding.markLength(of: prefix)
    while at < prefix.count, JSONCursor.isWhiteSpace(prefix[at]) { at += 1 }
    guard at < prefix.count else {
      self = .empty
      return
    }
    switch prefix[at] {
    case 0x1E, UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = Self.isBinary(prefix) ? .binary : .csv
    }
  }

  /// Whether bytes have more control characters than a text has.
  static func isBinary(_ prefix: Span<UInt8>) -> Bool {
    let count = min(prefix.count, 4096)
    var controls = 0
    for index in 0..<count where prefix[index] < 0x20 && !isOfText(prefix[index]) { controls += 1 }
    return controls * 32 > count
  }

  /// Whether a control character is one of texts: tab, line feed, vertical tab, form feed, carriage return, end of file
  /// of MS-DOS, or record separator.
  private static func isOfText(_ control: UInt8) -> Bool {
    (0x09...0x0D).contains(control) || control == 0x1A || control == 0x1E
  }
}

/// Recognises the format of a file by its first bytes.
enum FileSignature {
  /// The number of bytes that are examined.
  static let bytesLookedAt = 4096

  /// The format of a file that is neither JSON nor a table; `nil` if it is unknown.
  static func of(_ prefix: ByteView) -> ForeignFormat? {
    if begins(prefix, with: [0x50, 0x4B]) { return archive(prefix) }
    if begins(prefix, with: Array("SQLite format 3".utf8)) {
      // The number of the application stands at 68.
      let application = text(prefix, 68..<72)
      return application == "GPKG" || application.hasPrefix("GP1") ? .geoPackage : .sqlite
    }
    for signature in signatures where holds(prefix, signature.bytes, at: signature.offset) {
      return ForeignFormat(rawValue: signature.name)
    }
    if BlobHeader.begins(prefix) { return .osmPBF }
    // A table may begin with these words too.
    if begins(prefix, with: Array("ORC".utf8)), prefix.withSpan(InputFormat.isBinary) { return .orc }
    if begins(prefix, with: Array("AC10".utf8)), prefix.withSpan(InputFormat.isBinary) { return .cad }
    let text = text(prefix, 0..<prefix.count).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("version https://git-lfs") { return .lfsPointer }
    if isTurtle(text) { return .turtle }
    guard text.hasPrefix("<") else { return nil }
    let tags = text.lowercased().split(separator: "<")
    let mark = FieldNames.lines("marks").first { line in
      line.names.map { $0.replacing("_", with: " ") }.contains { name in
        tags.contains { $0.hasPrefix(name) && $0.dropFirst(name.count).first?.isLetter != true }
      }
    }
    return mark.flatMap { ForeignFormat(rawValue: $0.key) } ?? .xml
  }

  /// The bytes by which formats are known, where they stand, and the name of the format, which is made of it when it is
  /// found.
  private static let signatures = FieldNames.lines("signatures").map { line in
    (bytes: bytes(ofHexadecimal: Array(line.names[1].utf8)), offset: Int(line.names[0]) ?? 0, name: line.key)
  }

  /// The bytes that pairs of digits and capitals stand for.
  private static func bytes(ofHexadecimal digits: [UInt8]) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 { digit < UInt8(ascii: "A") ? digit & 0x0F : digit - UInt8(ascii: "A") + 10 }
    return (0..<digits.count / 2).map { value(digits[2 * $0]) << 4 | value(digits[2 * $0 + 1]) }
  }

  private static let officeFiles = FieldNames.words("files", of: "office")

  /// The format of a ZIP archive: office documents and KMZ are archives too.
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

  /// Whether it is RDF as Turtle or N-Triples: a directive after comments, or a subject in angle brackets or without
  /// a name.
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

  private static func begins(_ prefix: ByteView, with bytes: [UInt8]) -> Bool { holds(prefix, bytes, at: 0) }

  private static func holds(_ prefix: ByteView, _ bytes: [UInt8], at offset: Int) -> Bool {
    prefix.count >= offset + bytes.count && bytes.indices.allSatisfy { prefix.byte(at: offset + $0) == bytes[$0] }
  }

  private static func text(_ prefix: ByteView, _ range: Range<Int>) -> String {
    let end = min(range.upperBound, prefix.count)
    return range.lowerBound < end ? prefix.part(range.lowerBound..<end).text : ""
  }
}
