import Domain
import Tables

/// The attributes of places: a term is a key, a zero byte and a value.
///
/// The row of a place has the numbers of its terms. A key with an empty value is a text of rows
/// (`AttributeName.texts`), and its list has the places that have the text.
extension TermLists {
  /// Returns the numbers of the terms of a key.
  func numbers(ofKey key: String) throws(IndexHeader.FormatError) -> Range<Int> {
    try numbers(beginningWith: Array(key.utf8) + [0])
  }

  /// Returns the keys, sorted, with the numbers of their terms.
  ///
  /// - Complexity: O(k log n) for k keys among n terms.
  func keys() throws(IndexHeader.FormatError) -> [(name: String, numbers: Range<Int>)] {
    var keys: [(name: String, numbers: Range<Int>)] = []
    var next = 0
    while next < count {
      var key: [UInt8] = []
      try forEachTerm(in: next..<next + 1) { (_, term, _) throws(IndexHeader.FormatError) in
        guard let end = term.firstIndex(of: 0) else { throw .damaged(section.name) }
        key = term.part(0..<end + 1).array
      }
      let numbers = try numbers(beginningWith: key)
      guard numbers.upperBound > next else { throw .damaged(section.name) }
      keys.append((String(decoding: key.dropLast(), as: UTF8.self), numbers))
      next = numbers.upperBound
    }
    return keys
  }

  /// Calls a closure with the values and lists of some terms.
  func forEachValue(
    of numbers: Range<Int>,
    _ body: (Int, String, ByteView) throws(IndexHeader.FormatError) -> Void
  ) throws(IndexHeader.FormatError) {
    try forEachTerm(in: numbers) { (number, term, list) throws(IndexHeader.FormatError) in
      guard let end = term.firstIndex(of: 0) else { throw .damaged(section.name) }
      try body(number, term.part(end + 1..<term.count).text, list)
    }
  }

  /// Packs the attributes at the end of a place's row (``PackedAttributes``); returns `false` if the file is damaged.
  func pack(_ tail: ByteView, into packed: inout GrowableBuffer<UInt8>) -> Bool {
    var isWhole = true
    var text = GrowableBuffer<UInt8>(capacity: 128)
    let isRead = PostingList.forEach(in: tail, below: count) { number in
      guard isWhole else { return }
      let isFound: Void? = try? forEachTerm(in: number..<number + 1, using: &text) { _, term, _ in
        guard let end = term.firstIndex(of: 0), end > 0, end + 1 < term.count,
          term.firstIndex(of: 0, from: end + 1) == nil
        else {
          isWhole = false
          return
        }
        packed.append(term)
        packed.append(0)
      }
      if isFound == nil { isWhole = false }
    }
    return isRead && isWhole
  }
}
