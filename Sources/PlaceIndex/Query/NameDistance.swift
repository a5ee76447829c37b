/// How many letters lie between two names as they are typed: a Hangul syllable counts as its jamo, since one of them is
/// what a slip of the finger changes.
///
/// Source: F. Damerau, "A technique for computer detection and correction of spelling errors" (1964), in the form that
/// exchanges neighbours once.
struct NameDistance {
  private let typed: [UInt32]
  /// The largest distance that is a slip rather than another name.
  let limit: Int

  /// Prepares a name that was typed.
  init(_ typed: String) {
    self.typed = Self.jamo(typed)
    limit = max(1, min(4, self.typed.count / 3))
  }

  /// The distance to a name; `nil` beyond the limit.
  func distance(to name: String) -> Int? {
    let name = Self.jamo(name)
    guard abs(name.count - typed.count) <= limit else { return nil }
    var before = [Int](repeating: 0, count: name.count + 1)
    var previous = Array(0...name.count)
    for (row, letter) in typed.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(name.count + 1)
      var least = row + 1
      for column in name.indices {
        var cost = min(
          previous[column + 1] + 1,
          current[column] + 1,
          previous[column] + (letter == name[column] ? 0 : 1)
        )
        if row > 0, column > 0, letter == name[column - 1], typed[row - 1] == name[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
        least = min(least, cost)
      }
      guard least <= limit else { return nil }
      (before, previous) = (previous, current)
    }
    let distance = previous[name.count]
    return distance <= limit ? distance : nil
  }

  /// The letters of a name, without blanks and case, syllables taken apart.
  private static func jamo(_ text: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in String(decoding: FoldedText.fold(text), as: UTF8.self).unicodeScalars where scalar != " " {
      guard case let index = Int(scalar.value) - 0xAC00, (0..<11_172).contains(index) else {
        letters.append(scalar.value)
        continue
      }
      letters.append(UInt32(0x1100 + index / 588))
      letters.append(UInt32(0x1161 + index % 588 / 28))
      if index % 28 > 0 { letters.append(UInt32(0x11A7 + index % 28)) }
    }
    return letters
  }
}
