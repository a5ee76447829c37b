import Domain

/// Tells the form of a file by its first bytes.
enum FileSignature {
  /// Bytes that are looked at.
  static let bytesLookedAt = 1024

  /// The form of a file that is neither JSON nor a table; `nil` for one that is not known.
  static func of(_ head: ByteView) -> ForeignFormat? {
    for (bytes, format) in signatures where begins(head, with: bytes) { return format }
    if head.count >= 16, text(head, 4..<8).hasPrefix("\u{0A}\u{09}"), text(head, 6..<16).hasPrefix("OSMHeader") {
      return .osmPBF
    }
    if begins(head, with: [0x50, 0x4B, 0x03, 0x04]) {
      let names = text(head, 0..<min(head.count, bytesLookedAt))
      return names.contains("[Content_Types].xml") || names.contains("xl/") ? .xlsx : .zip
    }
    let text = text(head, 0..<min(head.count, bytesLookedAt)).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("version https://git-lfs") { return .lfsPointer }
    guard text.hasPrefix("<") else { return nil }
    let lower = text.lowercased()
    for (mark, format) in marks where lower.contains(mark) { return format }
    return .xml
  }

  /// First bytes that tell a form.
  private static let signatures: [(bytes: [UInt8], format: ForeignFormat)] = [
    ([0x1F, 0x8B], .gzip), ([0x42, 0x5A, 0x68], .bzip2), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .xz),
    ([0x28, 0xB5, 0x2F, 0xFD], .zstd), (Array("PAR1".utf8), .parquet), (Array("SQLite format 3".utf8), .geoPackage),
    ([0x00, 0x00, 0x27, 0x0A], .shapefile),
    ([0x66, 0x67, 0x62], .flatGeobuf), ([0xD0, 0xCF, 0x11, 0xE0], .xls), (Array("%PDF".utf8), .pdf),
    (Array("HWP Document".utf8), .hwp),
  ]

  /// What a file that begins with `<` says it is.
  private static let marks: [(mark: String, format: ForeignFormat)] = [
    ("<osm", .osmXML), ("<kml", .kml), ("<gpx", .gpx), ("<!doctype html", .html), ("<html", .html), ("<head", .html),
    ("<script", .html),
  ]

  private static func begins(_ head: ByteView, with bytes: [UInt8]) -> Bool {
    head.count >= bytes.count && bytes.indices.allSatisfy { head.byte(at: $0) == bytes[$0] }
  }

  private static func text(_ head: ByteView, _ range: Range<Int>) -> String {
    let end = min(range.upperBound, head.count)
    return range.lowerBound < end ? head.part(range.lowerBound..<end).text : ""
  }
}
