import Domain
import Tables

/// A typed name followed by a part of an address, such as `Town Hall, Springfield`, prepared for comparison with
/// places.
struct TypedNameAndAddress: Sendable {
  /// The words without commas; the name or the address of a matching place contains each of them.
  let words: [String]
  private let matchers: [KeywordMatcher]
  private let addresses: [TypedAddress]
  /// For each number, the addresses of the number and an adjacent word.
  private let numbered: [[TypedAddress]]
  /// Whether a word means a station; the name of a station often lacks it.
  private let isStationWord: [Bool]
  /// Whether a word has no letter, for example a house number.
  private let isNumber: [Bool]

  /// Splits a text into words; `nil` for a single word.
  init?(_ text: String) {
    words = text.split { $0.isWhitespace || $0 == "," || $0 == "，" }.map(String.init)
    guard words.count > 1 else { return nil }
    matchers = words.map { KeywordMatcher($0) }
    addresses = words.map { TypedAddress($0) }
    let isNumber = words.map { $0.contains(where: \.isNumber) && !$0.contains(where: \.isLetter) }
    self.isNumber = isNumber
    numbered = words.indices.map { [words] number in
      guard isNumber[number] else { return [] }
      let pairs = [number - 1...number, number...number + 1].filter { words.indices.contains($0) }
      return pairs.map { TypedAddress(words[$0].joined(separator: " ")) }
    }
    isStationWord = words.map(StationName.isWord)
  }

  /// Returns the positions of the places that may match, in order: each word is in the name or the address, except a
  /// word for stations.
  func places(in content: IndexContent) throws(IndexHeader.FormatError) -> [UInt32] {
    // For a number, rows are read, so they are few if the numbers come last.
    let sought = words.indices.filter { !isStationWord[$0] }
    let (numbers, others) = (sought.filter { addresses[$0].hasNumber }, sought.filter { !addresses[$0].hasNumber })
    var all: PlaceSet?
    for index in others + numbers {
      let matcher = matchers[index]
      let chains = try MatchingChains(content, where: matcher.matchesPart)
      var places = try content.set(named: matcher, chains)
      let address = addresses[index]
      if address.hasNumber {
        let numbered = try content.places(at: address, among: all)
        if !numbered.isEmpty { PlaceSet(numbered, count: content.positionCount).join(&places) }
      } else {
        try content.set { (segment) throws(IndexHeader.FormatError) in try segment.places(at: address) }?.join(&places)
      }
      guard let places else { return [] }
      if all == nil { all = places } else { all?.formIntersection(places) }
      if all?.isEmpty != false { return [] }
    }
    return all?.positions ?? []
  }

  /// Returns the match between a name and the words that it contains.
  ///
  /// The place is one of ``places(in:)``, so its address contains the other words. A number belongs to an adjacent
  /// word, and a name or an address must contain both: `Main St 2` doesn't match a place called `Cafe 2` in Main St.
  ///
  /// - Parameters:
  ///   - names: The names of the place.
  ///   - texts: The addresses of the place.
  ///   - isStation: Whether the place is a station.
  /// - Returns: The match; `nil` if the names contain no word with letters, or if a word for stations doesn't fit the
  ///   place.
  func match(_ names: ByteView, at texts: [ByteView], isStation: Bool) -> NameRank.Match? {
    // Most places have all words in their addresses.
    guard words.indices.contains(where: { !isNumber[$0] && matchers[$0].matches(names) }) else { return nil }
    let isContained = words.indices.map { number in
      matchers[number].matches(names) && (!isNumber[number] || holdsWholeNumber(number, names))
    }
    let held = words.indices.filter { isContained[$0] }
    for number in words.indices {
      if isStationWord[number], !isContained[number], !isStation { return nil }
      guard isNumber[number] else { continue }
      let isNamed = isContained[number] && neighbours(of: number).contains { isContained[$0] }
      guard isNamed || (texts.contains { holds(number, $0) } && !isNumberedOtherwise(number, names)) else { return nil }
    }
    let name = held.map { words[$0] }.joined(separator: " ")
    return TypedName(name).match(names, isStation: isStation, isLoose: false)
  }

  /// Returns whether each word is in the names or in an address of a place, except a word for stations.
  func isContained(in names: ByteView, at texts: [ByteView]) -> Bool {
    words.indices.allSatisfy { number in
      isStationWord[number] || matchers[number].matches(names)
        || texts.contains { addresses[number].match($0) != nil }
    }
  }

  private func neighbours(of number: Int) -> [Int] { [number - 1, number + 1].filter(words.indices.contains) }

  private func holdsWholeNumber(_ number: Int, _ names: ByteView) -> Bool {
    NameFolding.fold(names).holdsWithWholeNumbers(NameFolding.fold(words[number]))
  }

  /// Returns whether a name has a number after the word that precedes a number of the text.
  private func isNumberedOtherwise(_ number: Int, _ names: ByteView) -> Bool {
    guard number > 0, !isNumber[number - 1] else { return false }
    let name = NameFolding.fold(names)
    let word = NameFolding.fold(words[number - 1])
    guard !word.isEmpty, name.count > word.count else { return false }
    return (0..<name.count - word.count).contains { start in
      name[start] == word[0] && name[start...].starts(with: word)
        && name[(start + word.count)...].first { $0 > 0x20 }?.isDigit == true
    }
  }

  /// Returns whether an address contains a word and an adjacent word.
  private func holds(_ number: Int, _ text: ByteView) -> Bool {
    numbered[number].contains { $0.match(text) != nil }
  }
}
