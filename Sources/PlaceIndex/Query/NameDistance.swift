import Domain
import Tables

/// The edit distance between a typed name and the names in an index; a set of letters rules out most names.
struct NameDistance {
  private let typed: [UInt32]
  /// The typed letters as a set of bits.
  private let typedSet: UInt64
  /// The maximum distance of a typing error.
  let limit: Int
  private var name: [UInt32] = []
  private var edits = EditDistance()

  /// The suffix of station names as jamo.
  private static let station: [UInt32] = letters(of: StationName.suffix)

  init(_ typed: String) {
    self.typed = Self.letters(of: NameFolding.fold(typed))
    limit = max(1, min(4, self.typed.count / 3))
    typedSet = Self.set(of: self.typed)
  }

  /// Returns the distance to a name; `nil` above the limit.
  ///
  /// A station's name counts with or without its suffix.
  mutating func distance(to bytes: ByteView, isStation: Bool) -> Int? {
    // A letter takes at most four bytes.
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
    // Each typed letter that isn't in the name takes one edit.
    guard (typedSet & ~Self.set(of: name)).nonzeroBitCount <= limit else { return nil }
    return edits.between(typed, name, limit: limit)
  }

  /// Returns the set of letters as bits; some letters share a bit.
  private static func set(of letters: [UInt32]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  private static func letters(of bytes: [UInt8]) -> [UInt32] {
    var letters: [UInt32] = []
    ByteView.over(bytes) { append(lettersOf: $0, to: &letters) }
    return letters
  }

  /// Appends the letters of folded UTF-8 without spaces and in lower case, with syllables decomposed.
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
      EditDistance.append(scalar, to: &letters)
    }
  }
}
