/// The edit distance between two words, where a Hangul syllable counts as its jamo: a typing error changes one jamo.
///
/// Keeps its buffers, because a word is compared with many others. Source: F. Damerau, "A technique for computer
/// detection and correction of spelling errors" (1964), in the variant that transposes neighbours once (optimal string
/// alignment).
package struct EditDistance: Sendable {
  private var rows: (before: [Int], previous: [Int], current: [Int]) = ([], [], [])

  package init() {}

  /// Appends a Unicode scalar, a Hangul syllable as its jamo.
  package static func append(_ scalar: UInt32, to letters: inout [UInt32]) {
    guard scalar >= 0xAC00, scalar < 0xAC00 + 11_172 else { return letters.append(scalar) }
    let index = scalar - 0xAC00
    letters.append(0x1100 + index / 588)
    letters.append(0x1161 + index % 588 / 28)
    if index % 28 > 0 { letters.append(0x11A7 + index % 28) }
  }

  /// Counts the insertions, deletions, replacements and swaps of neighbours between two words; `nil` above the limit.
  package mutating func between(_ typed: [UInt32], _ known: [UInt32], limit: Int) -> Int? {
    guard abs(known.count - typed.count) <= limit else { return nil }
    rows.previous.removeAll(keepingCapacity: true)
    for column in 0...known.count { rows.previous.append(column) }
    for row in typed.indices {
      let letter = typed[row]
      rows.current.removeAll(keepingCapacity: true)
      rows.current.append(row + 1)
      var least = row + 1
      for column in known.indices {
        let change = rows.previous[column] + (letter == known[column] ? 0 : 1)
        var cost = min(rows.previous[column + 1] + 1, rows.current[column] + 1, change)
        if row > 0, column > 0, letter == known[column - 1], typed[row - 1] == known[column] {
          cost = min(cost, rows.before[column - 1] + 1)
        }
        rows.current.append(cost)
        least = min(least, cost)
      }
      guard least <= limit else { return nil }
      swap(&rows.before, &rows.previous)
      swap(&rows.previous, &rows.current)
    }
    let distance = rows.previous[known.count]
    return distance <= limit ? distance : nil
  }
}
