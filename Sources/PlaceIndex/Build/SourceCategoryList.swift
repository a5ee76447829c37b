/// The source categories, each stored once; number 0 is none.
struct SourceCategoryList {
  /// The size of the cache in front of the dictionary, larger than the number of categories of most sources: without it, a
  /// build of 250,000 places takes 8 to 13 % longer.
  private static let cacheSize = 64

  private(set) var texts: [[UInt8]] = [[]]
  private var numbers: [[UInt8]: UInt32] = [[]: 0]
  private var cache = [(hash: UInt64, number: UInt32)](repeating: (0, 0), count: cacheSize)

  /// The number of a source category.
  mutating func number(of text: String) -> UInt32 { number(ofBytes: Array(text.utf8)) }

  /// The number of a source category, given as bytes.
  mutating func number(of text: ByteView) -> UInt32 {
    guard text.count > 0 else { return 0 }
    let hash = IdentifierTable.hash(text)
    let slot = Int(truncatingIfNeeded: hash) & (Self.cacheSize - 1)
    let cached = cache[slot]
    if cached.hash == hash, cached.number > 0, isEqual(texts[Int(cached.number)], text) { return cached.number }
    let number = number(ofBytes: text.array)
    cache[slot] = (hash, number)
    return number
  }

  private func isEqual(_ bytes: [UInt8], _ view: ByteView) -> Bool {
    guard bytes.count == view.count else { return false }
    for index in bytes.indices where bytes[index] != view.byte(at: index) { return false }
    return true
  }

  /// The number of a source category, given as bytes: invalid UTF-8 is repaired, and what is too long is truncated, as in
  /// other text fields.
  mutating func number(ofBytes bytes: [UInt8]) -> UInt32 {
    if let number = numbers[bytes] { return number }
    let kept = ByteView.over(bytes) { RowComposer.kept($0) }
    if kept.count != bytes.count || kept != bytes {
      let number = number(ofBytes: kept)
      numbers[bytes] = number
      return number
    }
    let number = UInt32(texts.count)
    texts.append(bytes)
    numbers[bytes] = number
    return number
  }
}

extension SourceCategoryList {
  /// The encoding in a file: the count, the end of each text, then the texts.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(number >> shift & 0xFF)) }
    }
    append(texts.count)
    var end = 0
    for text in texts {
      end += text.count
      append(end)
    }
    for text in texts { bytes += text }
    return bytes
  }
}
