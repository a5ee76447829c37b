/// Finds the known word that a mistyped one most likely means.
enum NearestWord {
  /// The nearest of the words, when it is near enough to be worth a guess.
  ///
  /// - Parameters:
  ///   - typed: What was typed.
  ///   - words: What could have been meant.
  /// - Returns: The nearest word, the first of several; `nil` when none is near.
  /// - Complexity: O(length squared) for each word.
  static func of(_ typed: String, among words: some Sequence<String>) -> String? {
    let typed = Array(typed.lowercased())
    guard typed.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = editDistance(typed, Array(word.lowercased()))
      let allowed = max(1, min(3, min(typed.count, word.count) / 2))
      if distance <= allowed, distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word ?? word(withPart: String(typed), among: words)
  }

  /// The first word of which a typed word is a whole part: `place_name` for `name`.
  private static func word(withPart typed: String, among words: some Sequence<String>) -> String? {
    guard typed.count >= 3 else { return nil }
    return words.first { word in
      word.lowercased().split(whereSeparator: { "_-=".contains($0) }).contains { $0 == typed }
    }
  }

  /// Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into another.
  static func editDistance(_ from: [Character], _ to: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: to.count + 1)
    var last = Array(0...to.count)
    for row in from.indices {
      var next = [row + 1]
      for column in to.indices {
        let isSame = from[row] == to[column]
        var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        next.append(cost)
      }
      beforeLast = last
      last = next
    }
    return last[to.count]
  }
}
