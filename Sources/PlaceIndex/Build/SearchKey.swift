import Domain
import Rows
import Tables

/// The text that finds a place: its folded names, one per line, the displayed name first.
enum SearchKey {
  /// The maximum number of alternative names, so that many rows with one id don't accumulate names.
  static let maximumOtherNames = RowDraft.maximumOtherNames

  /// Returns the search key of a place; empty if it equals the name apart from the case of ASCII letters.
  ///
  /// `others` is the alternative names, one per line; names that earlier names contain are left out.
  @inline(__always)
  static func of(_ name: ByteView, others: ByteView) -> [UInt8] {
    let isPlain = NameFolding.isPlain(name)
    return isPlain && others.count == 0 ? [] : folded(name, others: others, isPlain: isPlain)
  }

  private static func folded(_ name: ByteView, others: ByteView, isPlain: Bool) -> [UInt8] {
    var key = NameFolding.fold(name)
    var isLonger = !isPlain
    var start = 0
    for end in 0...others.count where end == others.count || others.byte(at: end) == 0x0A {
      defer { start = end + 1 }
      guard end > start else { continue }
      let other = NameFolding.fold(others.part(start..<end))
      guard !holds(key, other) else { continue }
      key.append(0x0A)
      key += other
      isLonger = true
    }
    return isLonger ? key : []
  }

  static func joined(_ first: RowFormat, _ second: RowFormat) -> [UInt8] {
    var key = self.key(of: first)
    let other = self.key(of: second)
    var nameCount = key.split(separator: 0x0A).count
    // A crafted index may have thousands of names.
    for line in other.split(separator: 0x0A, maxSplits: maximumOtherNames + 1).prefix(maximumOtherNames + 1)
    where nameCount <= maximumOtherNames && !holds(key, Array(line)) {
      guard key.count + line.count < RowFormat.maximumFieldBytes else { break }
      nameCount += 1
      if !key.isEmpty { key.append(0x0A) }
      key += line
    }
    let isName = ByteView.over(key) { $0.compare(with: first[.name]) == 0 } || key == NameFolding.fold(first[.name])
    return isName && NameFolding.isPlain(first[.name]) ? [] : key
  }

  /// Returns a folded name without white space.
  static func letters(of name: ByteView) -> [UInt8] { NameFolding.fold(name).filter { $0 > 0x20 } }

  /// Returns the folded names of a place, one per line.
  static func key(of row: RowFormat) -> [UInt8] {
    row.searchKey.count > 0 ? row.searchKey.array : NameFolding.fold(row[.name])
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    ByteView.over(text) { text in ByteView.over(part) { text.contains($0) } }
  }
}
