import Domain
import Tables

/// The texts of a place that a file stores once for all places: the words of names, and addresses without numbers.
struct PlaceWords: ~Copyable {
  /// The placeholder for a number in an address.
  static let number = UInt8(ascii: "0")

  private var folded = GrowableBuffer<UInt8>(capacity: 256)

  /// Calls a closure with the folded words of a place's names, with possible repetitions.
  @inline(__always)
  mutating func readWords(of row: RowFormat, _ body: (ByteView) -> Void) {
    let names = row.searchableNames
    var at = 0
    while at < names.count {
      let start = at
      var hasCapitals = false
      while at < names.count, names.byte(at: at) > 0x20 {
        hasCapitals = hasCapitals || Self.isCapital(names.byte(at: at))
        at += names.letterSize(at: at)
      }
      let word = names.part(start..<min(at, names.count))
      at += 1
      guard hasCapitals else {
        if word.count > 0 { body(word) }
        continue
      }
      folded.truncate(to: 0)
      for index in 0..<word.count { folded.append(word.byte(at: index).lowered) }
      body(folded.window(0..<folded.count))
    }
  }

  /// Calls closures with the folded addresses of a place, and with their numbers.
  ///
  /// A digit replaces each number, except a number at the end, which is dropped.
  @inline(__always)
  mutating func readStreets(of row: RowFormat, _ body: (ByteView) -> Void, number: (ByteView) -> Void) {
    readStreet(of: row[.lotAddress], body, number: number)
    readStreet(of: row[.roadAddress], body, number: number)
  }

  @inline(__always)
  private mutating func readStreet(of address: ByteView, _ body: (ByteView) -> Void, number: (ByteView) -> Void) {
    guard address.count > 0 else { return }
    var end = address.count
    while end > 0, address.byte(at: end - 1).isDigit { end -= 1 }
    let start = Self.foldedEnd(of: address, from: 0, to: end)
    if start == end {
      if end < address.count { number(Self.number(in: address, from: end)) }
      if end > 0 { body(address.part(0..<end)) }
      return
    }
    if NameFolding.isPlain(address.part(start..<address.count)) {
      foldStreet(of: address, from: start, number: number)
    } else {
      ByteView.over(NameFolding.fold(address)) { foldStreet(of: $0, from: 0, number: number) }
    }
    if folded.count > 0 { body(folded.window(0..<folded.count)) }
  }

  /// Returns the end of the bytes after an offset that are certainly folded, judging by the bytes alone.
  @inline(__always)
  private static func foldedEnd(of address: ByteView, from start: Int, to limit: Int) -> Int {
    var at = start
    while at < limit {
      let byte = address.byte(at: at)
      if byte >= 0x80 {
        guard NameFolding.isPlainLetter(address, at: at) else { return at }
        at += 3
      } else {
        guard byte >= 0x20, !byte.isDigit, !isCapital(byte) else { return at }
        at += 1
      }
    }
    return at
  }

  /// Folds the rest of an address from an offset; its letters are already folded, apart from ASCII capitals.
  private mutating func foldStreet(of address: ByteView, from start: Int, number: (ByteView) -> Void) {
    folded.truncate(to: 0)
    folded.append(address.part(0..<start))
    var at = start
    while at < address.count {
      let byte = address.byte(at: at)
      if byte.isDigit {
        number(Self.number(in: address, from: at))
        while at < address.count, address.byte(at: at).isDigit { at += 1 }
        if at < address.count { folded.append(Self.number) }
        continue
      }
      let end = Self.foldedEnd(of: address, from: at, to: address.count)
      if end > at {
        folded.append(address.part(at..<end))
        at = end
        continue
      }
      folded.append(byte > 0x20 ? byte.lowered : 0x20)
      at += 1
    }
  }

  /// Returns the number at an offset, at most its first eleven digits.
  static func number(in text: ByteView, from start: Int) -> ByteView {
    var end = start
    while end < text.count, end - start < 11, text.byte(at: end).isDigit { end += 1 }
    return text.part(start..<end)
  }

  @inline(__always)
  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
}
