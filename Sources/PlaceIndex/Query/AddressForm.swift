import Tables

/// An address in its form for comparison: its folded words without commas and brackets.
struct AddressForm: Sendable {
  private(set) var words: [[UInt8]] = []
  /// All words without white space, except between digits.
  private(set) var compact: [UInt8] = []
  /// For each word, the number of its part; a comma begins one.
  private var parts: [Int] = []

  /// Splits an address into words.
  ///
  /// - Parameters:
  ///   - address: The folded address.
  ///   - change: Returns the word to compare instead of a word with a number, counted from 0; `nil` to leave it out.
  init(_ address: [UInt8], changing change: (_ word: [UInt8], _ number: Int) -> [UInt8]?) {
    var count = 0
    compact.reserveCapacity(address.count)
    for piece in address.split(whereSeparator: Self.isComma) {
      var follows = true
      for run in piece.split(whereSeparator: Self.isSeparator) {
        // The period of an abbreviation is often missing.
        guard let word = change(Array(run.last == UInt8(ascii: ".") ? run.dropLast() : run), count) else { continue }
        count += 1
        append(word, beginsPart: follows)
        follows = false
      }
    }
  }

  init(_ address: [UInt8], changing change: ([UInt8]) -> [UInt8]?) {
    self.init(address) { word, _ in change(word) }
  }

  private mutating func append(_ word: [UInt8], beginsPart follows: Bool) {
    guard let first = word.first else { return }
    if first.isDigit, compact.last?.isDigit == true { compact.append(0x20) }
    compact += word
    // In some countries, a comma separates the number from the street.
    let last = parts.last ?? 0
    let hasNumber = words.indices.contains { parts[$0] == last && Self.isNumber(words[$0][...]) }
    let isOfStreet = Self.isNumber(word[...]) && !hasNumber
    words.append(word)
    parts.append(follows && !isOfStreet ? last + 1 : last)
  }

  private static func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
  }

  /// Returns whether the address contains all words of another, in any order.
  func holdsWords(of typed: AddressForm) -> Bool { typed.words.allSatisfy { compact.holdsWithWholeNumbers($0) } }

  /// Returns whether each number of another address belongs to one of its neighbours here too.
  func holdsNumbers(of typed: AddressForm) -> Bool {
    typed.words.indices.allSatisfy { index in
      guard Self.isNumber(typed.words[index][...]) else { return true }
      let neighbors = [index - 1, index + 1].filter {
        typed.words.indices.contains($0) && typed.parts[$0] == typed.parts[index]
      }
      return neighbors.isEmpty || isPostcode(typed.words[index])
        || neighbors.contains { holds(typed.words[index], with: typed.words[$0]) }
    }
  }

  /// Returns whether a number begins a part after the street, as in `Bahnhofstrasse 16, 8800 Thalwil`.
  private func isPostcode(_ number: [UInt8]) -> Bool {
    number.count >= 4 && words.indices.dropFirst().contains { words[$0] == number && parts[$0] != parts[$0 - 1] }
  }

  /// Returns whether a number is the one that is nearest to a word, within the same part.
  private func holds(_ number: [UInt8], with word: [UInt8]) -> Bool {
    let places = words.indices.filter { words[$0].firstRange(of: word) != nil }
    // The word may be divided by white space here.
    if places.isEmpty { return [word + number, number + word].contains { compact.holdsWithWholeNumbers($0) } }
    return places.contains { index in
      let rest = words[index].firstRange(of: word).map { words[index][$0.upperBound...] } ?? []
      // A number without white space before it, or another street: 8길 after 테헤란로.
      if rest.first?.isDigit == true { return Self.isNumber(rest) && Self.begins(rest, with: number) }
      let others = words.indices.filter { $0 != index && parts[$0] == parts[index] && words[$0].first?.isDigit == true }
      let certain = others.filter { Self.isNumber(words[$0][...]) }
      let numbers = certain.isEmpty ? others : certain
      let nearest = numbers.map { abs($0 - index) }.min()
      return numbers.contains { abs($0 - index) == nearest && Self.begins(words[$0][...], with: number) }
    }
  }

  /// Returns whether a house number is another one, or a part of its house, as 12-3 is of 12.
  private static func begins(_ number: ArraySlice<UInt8>, with other: [UInt8]) -> Bool {
    guard number.starts(with: other), let last = other.last else { return false }
    return !(last.isDigit && number.dropFirst(other.count).first?.isDigit == true)
  }

  /// The words that follow the digits of a house number.
  private static let suffixes = ["번지", "호", "番地", "番", "号", "號", "bis", "ter"].map { Array($0.utf8) }

  /// Returns whether a word is a house number, such as `12-3`, `4b` or `5번지`, but no floor and no street.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.first?.isDigit == true else { return false }
    if suffixes.contains(where: word.drop(while: \.isDigit).elementsEqual) { return true }
    return zip(word, word.dropFirst()).allSatisfy { !isLetter($0) || !isLetter($1) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || 0x61...0x7A ~= byte }
}
