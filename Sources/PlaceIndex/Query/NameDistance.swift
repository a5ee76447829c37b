import Domain
/// The edit distance between two names as they are typed: a Hangul syllable counts as its jamo, because a typing error changes
/// one of them.
///
/// It reuses its working memory, because it is computed for every name of an index.
/// Source: F. Damerau, "A technique for computer detection and correction of spelling errors" (1964), in the variant
/// that transposes neighbours once (optimal string alignment).
struct NameDistance {
  private let typed: [UInt32]
  /// The set of typed letters, one bit for each.
  private let typedSet: UInt64
  /// The maximum distance of a typing error.
  let limit: Int
  private var name: [UInt32] = []
  private var rows: (before: [Int], previous: [Int], current: [Int]) = ([], [], [])

  /// The suffix of names of stations, 역, in jamo.
  private static let station: [UInt32] = letters(of: Array("역".utf8))

  init(_ typed: String) {
    self.typed = Self.letters(of: NameFolding.fold(typed))
    limit = max(1, min(4, self.typed.count / 3))
    typedSet = Self.set(of: self.typed)
  }

  /// The distance to a name; `nil` beyond the limit.
  ///
  /// - Parameters:
  ///   - bytes: The name, UTF-8.
  ///   - isStation: Whether the name may also be written with the suffix for stations.
  /// - Returns: The smaller of the two distances.
  mutating func distance(to bytes: ByteView, isStation: Bool) -> Int? {
    // A letter has at most four bytes.
    guard bytes.count > 0, bytes.count <= (typed.count + limit) * 4 else { return nil }
    name.removeAll(keepingCapacity: true)
    if NameFolding.isPlain(bytes) {
      Self.append(lettersOf: bytes, to: &name)
    } else {
      ByteView.over(NameFolding.fold(bytes.text)) { Self.append(lettersOf: $0, to: &name) }
    }
    let distance = self.distance()
    guard isStation, !name.suffix(Self.station.count).elementsEqual(Self.station) else { return distance }
    name += Self.station
    guard let other = self.distance() else { return distance }
    return min(other, distance ?? other)
  }

  private mutating func distance() -> Int? {
    guard abs(name.count - typed.count) <= limit else { return nil }
    // Each typed letter that is not in the name takes one edit, which rules out most names.
    guard (typedSet & ~Self.set(of: name)).nonzeroBitCount <= limit else { return nil }
    rows.previous.removeAll(keepingCapacity: true)
    for column in 0...name.count { rows.previous.append(column) }
    for row in typed.indices {
      let letter = typed[row]
      rows.current.removeAll(keepingCapacity: true)
      rows.current.append(row + 1)
      var least = row + 1
      for column in name.indices {
        let change = rows.previous[column] + (letter == name[column] ? 0 : 1)
        var cost = min(rows.previous[column + 1] + 1, rows.current[column] + 1, change)
        if row > 0, column > 0, letter == name[column - 1], typed[row - 1] == name[column] {
          cost = min(cost, rows.before[column - 1] + 1)
        }
        rows.current.append(cost)
        least = min(least, cost)
      }
      guard least <= limit else { return nil }
      swap(&rows.before, &rows.previous)
      swap(&rows.previous, &rows.current)
    }
    let distance = rows.previous[name.count]
    return distance <= limit ? distance : nil
  }

  /// The set of letters, one bit for each; some share a bit.
  private static func set(of letters: [UInt32]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  private static func letters(of bytes: [UInt8]) -> [UInt32] {
    var letters: [UInt32] = []
    ByteView.over(bytes) { append(lettersOf: $0, to: &letters) }
    return letters
  }

  /// Appends the letters of folded UTF-8 without spaces and case, with syllables decomposed.
  private static func append(lettersOf bytes: ByteView, to letters: inout [UInt32]) {
    var at = 0
    while at < bytes.count {
      let first = bytes.byte(at: at)
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard at + length <= bytes.count else { return }
      var scalar = length == 1 ? UInt32(first) : UInt32(first) & (0xFF >> UInt32(length + 1))
      for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes.byte(at: at + offset) & 0x3F) }
      at += length
      if scalar == 0x20 { continue }
      if scalar >= 0x41, scalar <= 0x5A { scalar |= 0x20 }
      guard scalar >= 0xAC00, scalar < 0xAC00 + 11_172 else {
        letters.append(scalar)
        continue
      }
      let index = scalar - 0xAC00
      letters.append(0x1100 + index / 588)
      letters.append(0x1161 + index % 588 / 28)
      if index % 28 > 0 { letters.append(0x11A7 + index % 28) }
    }
  }
}
