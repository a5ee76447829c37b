import Domain

/// What the beginning of a JSON file tells about it.
struct JSONBeginning {
  private static let bytesLookedAt = 1 << 14

  /// The keys that occur, each once, in order.
  private(set) var keys: [String] = []
  /// The reference system that a GeoJSON file of 2008 names.
  private(set) var grid: MapGrid?
  /// The name of the reference system, if that is not supported.
  private(set) var unsupportedSystem: String?

  /// Examines the first bytes of a file.
  init(_ view: ByteView) {
    let view = view.part(0..<min(view.count, Self.bytesLookedAt))
    var cursor = JSONCursor(bytes: view, offset: 0)
    var hashes: Set<UInt64> = []
    var isInReference = false
    while let offset = view.firstIndex(of: UInt8(ascii: "\""), from: cursor.offset) {
      cursor.offset = offset
      guard let text = try? cursor.string() else { return }
      var look = cursor
      let isKey = (try? look.peek()) == UInt8(ascii: ":")
      if isInReference, !isKey { take(system: text.raw.text) }
      guard isKey else { continue }
      if text.raw.equals("crs") { isInReference = true }
      if text.raw.equals("features") { isInReference = false }
      guard hashes.insert(IdentifierTable.hash(text.raw)).inserted else { continue }
      var plain = GrowableBuffer<UInt8>(capacity: 64)
      text.unescape(into: &plain)
      keys.append(plain.window(0..<plain.count).text)
    }
  }

  private mutating func take(system: String) {
    if let found = MapGrid(word: system) {
      if found != .wgs84 { grid = found }
    } else if system.uppercased().contains("EPSG") {
      unsupportedSystem = system
    }
  }
}
