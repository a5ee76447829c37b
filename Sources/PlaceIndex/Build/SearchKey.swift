/// What a place is found by: its names as they are compared, one a line, the shown one first.
enum SearchKey {
  /// The key of a place.
  ///
  /// - Parameters:
  ///   - name: The name that is shown.
  ///   - others: The other names, separated by line feeds; those that the names before them hold are left out.
  /// - Returns: The key; empty when its name alone says the same, but for the case of ASCII letters.
  static func of(_ name: ByteView, others: ByteView) -> [UInt8] {
    var key = folded(name)
    var isLonger = !FoldedText.isPlain(name)
    var start = 0
    for end in 0...others.count where end == others.count || others.byte(at: end) == 0x0A {
      defer { start = end + 1 }
      guard end > start else { continue }
      let other = folded(others.part(start..<end))
      guard !holds(key, other) else { continue }
      key.append(0x0A)
      key += other
      isLonger = true
    }
    return isLonger ? key : []
  }

  /// The key of two places that are one.
  static func joined(_ first: RowFormat, _ second: RowFormat) -> [UInt8] {
    var key = self.key(of: first)
    let other = self.key(of: second)
    for line in other.split(separator: 0x0A) where !holds(key, Array(line)) {
      if !key.isEmpty { key.append(0x0A) }
      key += line
    }
    let isName = ByteView.over(key) { $0.compare(with: first[.name]) == 0 } || key == folded(first[.name])
    return isName && FoldedText.isPlain(first[.name]) ? [] : key
  }

  /// A name without case, width and blanks.
  static func letters(of name: ByteView) -> [UInt8] { folded(name).filter { $0 > 0x20 } }

  /// The names of a place as they are compared, one a line.
  static func key(of row: RowFormat) -> [UInt8] {
    row.length(of: .searchKey) > 0 ? row[.searchKey].array : folded(row[.name])
  }

  private static func folded(_ text: ByteView) -> [UInt8] {
    guard FoldedText.isPlain(text) else { return FoldedText.fold(text.text) }
    return text.array.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    ByteView.over(text) { text in ByteView.over(part) { text.contains($0) } }
  }
}
