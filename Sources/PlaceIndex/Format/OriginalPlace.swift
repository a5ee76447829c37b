import Domain

/// What a place of a file was in one of its inputs.
struct OriginalPlace {
  let latitude: Int32
  let longitude: Int32
  let entry: CategoryEntry
  let row: RowFormat

  /// Bytes before the entry and the row.
  private static let headBytes = 16

  /// Reads what the places of a file were, by their positions, ascending; `nil` when the section is damaged.
  static func all(in section: ByteView) -> [(position: UInt32, places: [OriginalPlace])]? {
    guard section.count > 0 else { return [] }
    guard section.count >= 4 else { return nil }
    let count = Int(section.load(UInt32.self, at: 0))
    var all: [(position: UInt32, places: [OriginalPlace])] = []
    var at = 4
    while all.count < count {
      guard section.count - at >= 8 else { return nil }
      let position = section.load(UInt32.self, at: at)
      let number = Int(section.load(UInt32.self, at: at + 4))
      guard number > 0, all.last.map({ $0.position < position }) ?? true else { return nil }
      at += 8
      var places: [OriginalPlace] = []
      while places.count < number {
        guard let place = read(section, at: &at) else { return nil }
        places.append(place)
      }
      all.append((position, places))
    }
    return at == section.count ? all : nil
  }

  private static func read(_ section: ByteView, at offset: inout Int) -> OriginalPlace? {
    guard section.count - offset >= headBytes else { return nil }
    let entryBytes = Int(section.load(UInt32.self, at: offset + 8))
    let rowBytes = Int(section.load(UInt32.self, at: offset + 12))
    guard let entry = section.slice(offset + headBytes, entryBytes).flatMap(CategoryEntry.init),
      let row = section.slice(offset + headBytes + entryBytes, rowBytes).flatMap(RowFormat.init),
      row.length(of: .id) > 0, isValid(row, entry)
    else { return nil }
    let place = OriginalPlace(
      latitude: section.load(Int32.self, at: offset),
      longitude: section.load(Int32.self, at: offset + 4),
      entry: entry,
      row: row
    )
    guard abs(Int(place.latitude)) <= Int(FixedPoint.maximumLatitude),
      abs(Int(place.longitude)) <= Int(FixedPoint.maximumLongitude)
    else { return nil }
    offset += headBytes + entryBytes + rowBytes
    return place
  }

  /// Whether every text is UTF-8; the further facts are packed here as texts.
  private static func isValid(_ row: RowFormat, _ entry: CategoryEntry) -> Bool {
    UTF8Check.isValid(row.front) && UTF8Check.isValid(row.back) && UTF8Check.isValid(row.laterTexts)
      && UTF8Check.isValid(row.searchKey) && UTF8Check.isValid(entry.text) && UTF8Check.isValid(entry.words)
      && UTF8Check.isValid(row.tail) && hasWholePairs(row.tail)
  }

  private static func hasWholePairs(_ tail: ByteView) -> Bool {
    var byteCount = 0
    var isInOrder = true
    var last = ByteView.empty
    PackedAttributes.forEach(in: tail) { key, value, pair in
      byteCount += pair.count + 1
      if key.count == 0 || value.count == 0 || !last.precedes(key) { isInOrder = false }
      last = key
    }
    return isInOrder && byteCount == tail.count
  }
}
