import Tables

/// The grams of a text: each letter, and each two consecutive letters.
///
/// White space is skipped. Source: J. Zobel and A. Moffat, "Inverted files for text search engines" (2006).
struct Grams: ~Copyable {
  private var pair = GrowableBuffer<UInt8>(capacity: 8)

  /// Calls a closure with the grams of folded UTF-8, with possible repetitions; in a street, digits separate texts.
  mutating func forEach(in text: ByteView, ofStreet isStreet: Bool, _ body: (ByteView) -> Void) {
    var last = 0..<0
    var at = 0
    while at < text.count {
      let start = at
      let byte = text.byte(at: at)
      at = min(text.count, at + Self.scalarSize(byte))
      if byte <= 0x20 { continue }
      if isStreet, byte.isDigit {
        last = 0..<0
        continue
      }
      body(text.part(start..<at))
      if !last.isEmpty {
        pair.truncate(to: 0)
        pair.append(text.part(last))
        pair.append(text.part(start..<at))
        body(pair.window(0..<pair.count))
      }
      last = start..<at
    }
  }

  /// Returns the grams that every text with a typed part has: its pairs of letters, or its only letter.
  static func ofPart(_ part: [UInt8]) -> [[UInt8]] {
    var letters: [[UInt8]] = []
    ByteView.over(part) { part in
      var at = 0
      while at < part.count {
        let end = min(part.count, at + scalarSize(part.byte(at: at)))
        letters.append(part.part(at..<end).array)
        at = end
      }
    }
    return letters.count < 2 ? letters : zip(letters, letters.dropFirst()).map { $0 + $1 }
  }

  /// Returns the size in bytes of the scalar that begins with a byte.
  @inline(__always)
  private static func scalarSize(_ first: UInt8) -> Int { first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }
}
