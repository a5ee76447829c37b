package import Domain
import Foundation

/// Finds places by name and address by examining each of them, as the reference for the name index.
///
/// An independent implementation of the documentation of `PlaceIndex.places(named:limit:)`, with Foundation's strings.
/// All its addresses are in Seoul, and each begins with that name.
package struct NameOracle: Sendable {
  /// A match of a place and its sort key.
  ///
  /// Places with equal ranks are in the order of the file.
  package struct Hit: Comparable, Sendable {
    package let id: String
    /// Whether the place is a shop; 0 for an exact match, 1 for a prefix, 2 for a part; whether its name has other
    /// diacritics; its category; its length.
    package let rank: [Int]

    package static func < (first: Hit, second: Hit) -> Bool { first.rank.lexicographicallyPrecedes(second.rank) }
  }

  /// A name in its comparable forms.
  private struct Name: Sendable {
    let folded: [UInt8]
    let letters: [UInt8]
    let stem: String

    init(_ name: String) {
      folded = Array(NameOracle.fold(name).utf8)
      letters = Array(NameOracle.letters(name).utf8)
      stem = NameOracle.stem(name)
    }
  }

  /// A word to find in a name or an address.
  private struct Part {
    let bytes: [UInt8]
    let isConsonants: Bool

    init(_ text: String) {
      bytes = Array(text.utf8)
      isConsonants = NameOracle.isConsonants(text)
    }
  }

  private let places: [(place: Place, name: Name, consonants: Name, category: Int)]
  private let addressForms: [String: [UInt8]]

  package init(places: [Place]) {
    // Many places share a name.
    var known: [String: (Name, Name)] = [:]
    self.places = places.compactMap { place in
      place.name.map { name in
        let (whole, consonants) = known[name] ?? (Name(name), Name(Self.consonants(name)))
        known[name] = (whole, consonants)
        return (place, whole, consonants, Self.category(of: place))
      }
    }
    let addresses = places.flatMap { [$0.lotAddress, $0.roadAddress].compactMap(\.self) }
    addressForms = Dictionary(
      addresses.map { ($0, Self.compact(Self.words($0).drop(while: Self.seoul.contains))) },
      uniquingKeysWith: { form, _ in form }
    )
  }

  /// Returns the places whose name a text may mean.
  package func named(_ text: String) -> [Hit] {
    let words = Self.words(text).map(Part.init)
    let strict = hits(of: text) { name, consonants in
      words.allSatisfy { Self.contains(($0.isConsonants ? consonants : name).folded, $0.bytes) }
    }
    guard strict.isEmpty else { return strict }
    let letters = Part(Self.letters(text))
    return hits(of: text) { name, consonants in
      Self.contains((letters.isConsonants ? consonants : name).letters, letters.bytes)
    }
  }

  /// Returns the ids of the places whose names contain every word.
  package func holding(_ text: String) -> [String] {
    let words = Self.words(text).map(Part.init)
    let found = places.filter { known in
      words.allSatisfy { Self.contains(($0.isConsonants ? known.consonants : known.name).folded, $0.bytes) }
    }
    return found.map(\.place.id).sorted()
  }

  /// Returns the addresses that contain every word of a text, with whole numbers next to the same words.
  package func addresses(_ text: String) -> Set<String> {
    let typed = TypedParts(text)
    return Set(addressForms.keys.filter { holds($0, typed) })
  }

  private func holds(_ address: String, _ typed: TypedParts) -> Bool {
    let form = addressForms[address] ?? []
    let words = typed.parts.joined()
    let isHeld =
      Self.contains(form, typed.whole, cutsNumbers: false)
      || words.allSatisfy { Self.contains(form, Array($0.utf8), cutsNumbers: false) }
    return isHeld && typed.parts.allSatisfy { Self.holdsNumbers(Self.words(address), of: $0) }
  }

  /// Returns whether each house number of a text is, among those of an address, the nearest to a neighbour in the text.
  private static func holdsNumbers(_ address: [String], of typed: [String]) -> Bool {
    typed.indices.allSatisfy { index in
      let neighbors = [index - 1, index + 1].filter(typed.indices.contains).map { typed[$0] }
      guard isNumber(typed[index]), !neighbors.isEmpty else { return true }
      let begins = { (word: String) in
        word.hasPrefix(typed[index]) && word.dropFirst(typed[index].count).first?.isNumber != true
      }
      return neighbors.contains { neighbor in
        let isDivided = !address.contains { $0.contains(neighbor) }
        if isDivided, address.joined().contains(neighbor + typed[index]) { return true }
        return address.indices.contains { position in
          guard let range = address[position].range(of: neighbor) else { return false }
          let rest = String(address[position][range.upperBound...])
          guard rest.first?.isNumber != true else {
            return isNumber(rest) && begins(rest)
          }
          let others = address.indices.filter { $0 != position && address[$0].first?.isNumber == true }
          let certain = others.filter { isNumber(address[$0]) }
          let numbers = certain.isEmpty ? others : certain
          let nearest = numbers.map { abs($0 - position) }.min()
          return numbers.contains { abs($0 - position) == nearest && begins(address[$0]) }
        }
      }
    }
  }

  private static func isNumber(_ word: String) -> Bool { word.wholeMatch(of: /[0-9]+(-[0-9]+)*/) != nil }

  /// Returns the places whose names contain some words of a text and whose addresses contain the others, and whether a
  /// name has no further words.
  package func together(_ text: String) -> [(id: String, isWhole: Bool)] {
    let words = Self.fold(text).split { $0 == " " || $0 == "," }.map(String.init)
    guard words.count > 1 else { return [] }
    return places.compactMap { place, name, consonants, category in
      let addresses = [place.lotAddress, place.roadAddress].compactMap(\.self)
      let inAddress = addresses.map { address in words.map { isWord($0, in: address) } }
      let areNumbers = words.map { $0.contains(where: \.isNumber) && !$0.contains(where: \.isLetter) }
      let inName = words.indices.map { number in
        let part = Part(words[number])
        return Self.contains(
          (part.isConsonants ? consonants : name).folded,
          part.bytes,
          cutsNumbers: !areNumbers[number]
        )
      }
      let held = words.indices.filter { inName[$0] }
      guard held.contains(where: { !areNumbers[$0] }) else { return nil }
      for number in words.indices where !inName[number] || areNumbers[number] {
        let neighbors = [number - 1, number + 1].filter(words.indices.contains)
        if !areNumbers[number] {
          let isStation = ["station", "역"].contains(words[number])
          guard isStation ? category < 2 : inAddress.contains(where: { $0[number] }) else { return nil }
        } else if !inName[number] || !neighbors.contains(where: { inName[$0] }) {
          let pairs = neighbors.map { TypedParts("\(words[min($0, number)]) \(words[max($0, number)])") }
          guard pairs.contains(where: { pair in addresses.contains { holds($0, pair) } }) else { return nil }
          if number > 0, !areNumbers[number - 1] {
            let numbered = NSRegularExpression.escapedPattern(for: words[number - 1]) + "\\s*[0-9]"
            let folded = String(decoding: name.folded, as: UTF8.self)
            if folded.range(of: numbered, options: .regularExpression) != nil { return nil }
          }
        }
      }
      let match = Self.match(of: Typed(held.map { words[$0] }.joined(separator: " ")), name, consonants, category).match
      return (place.id, match == 0)
    }
  }

  private func isWord(_ word: String, in address: String) -> Bool {
    if Self.seoul.contains(word) { return true }
    return Self.contains(addressForms[address] ?? [], Array(word.utf8), cutsNumbers: false)
  }

  // MARK: - Names

  /// A typed text in its comparable forms.
  private struct Typed {
    let letters: Part
    let stem: String
    let spelling: [UInt8]

    init(_ text: String) {
      letters = Part(NameOracle.letters(text))
      stem = NameOracle.stem(text)
      spelling = NameOracle.spelling(text)
    }
  }

  private func hits(of text: String, where isHeld: (Name, Name) -> Bool) -> [Hit] {
    let typed = Typed(text)
    return places.compactMap { place, name, consonants, category in
      let (match, isOfStation) = Self.match(of: typed, name, consonants, category)
      guard isHeld(name, consonants) || isOfStation else { return nil }
      let length = place.name?.utf8.count ?? 0
      let isOtherwise = Self.isSpelledOtherwise(typed, in: place.name ?? "", name)
      return Hit(id: place.id, rank: [category >= 10 ? 1 : 0, match, isOtherwise ? 1 : 0, category, length])
    }
  }

  private static func spelling(_ text: String) -> [UInt8] {
    Array(text.lowercased().precomposedStringWithCanonicalMapping.filter { !$0.isWhitespace }.utf8)
  }

  /// Returns whether a name has the letters of a text, but with other diacritics.
  private static func isSpelledOtherwise(_ typed: Typed, in shown: String, _ name: Name) -> Bool {
    name.letters.firstRange(of: typed.letters.bytes) != nil && spelling(shown).firstRange(of: typed.spelling) == nil
  }

  private static func match(
    of typed: Typed,
    _ name: Name,
    _ consonants: Name,
    _ category: Int
  ) -> (match: Int, isOfStation: Bool) {
    let letters = typed.letters.bytes
    // Initial consonants are compared with those of the whole name, where suffixes aren't recognised.
    let compared = typed.letters.isConsonants ? consonants : name
    let isOfStation = category < 2 && compared.stem == typed.stem
    let match = compared.letters.starts(with: letters) ? 1 : 2
    let rest = compared.letters.dropFirst(letters.count)
    let (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    let isRemark = rest.first == open && rest.last == close && !rest.dropFirst().contains(open)
    return (isOfStation || match == 1 && (rest.isEmpty || isRemark) ? 0 : match, isOfStation)
  }

  private static func fold(_ text: String) -> String {
    // Typed consonants are letters of their own, which the compatibility mapping would turn into parts of syllables.
    let letters = text.unicodeScalars.flatMap { scalar in
      0x3131...0x318E ~= scalar.value
        ? [scalar] : Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
    }
    let bases = letters.filter { !(0x300...0x36F ~= $0.value) }
    var folded = String(String.UnicodeScalarView(bases)).precomposedStringWithCanonicalMapping.lowercased()
    for (letter, base) in ["ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "ς": "σ"] {
      folded = folded.replacingOccurrences(of: letter, with: base)
    }
    return folded
  }

  private static func words(_ text: String) -> [String] { fold(text).split(separator: " ").map(String.init) }

  private static func letters(_ text: String) -> String { words(text).joined() }

  private static let initial: [Character] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

  private static func isConsonants(_ word: String) -> Bool { !word.isEmpty && word.allSatisfy(initial.contains) }

  /// Replaces each syllable by its initial consonant; each consonant begins 588 syllables.
  private static func consonants(_ text: String) -> String {
    String(
      text.map { letter in
        guard "가"..."힣" ~= letter, let scalar = letter.unicodeScalars.first else { return letter }
        return initial[Int(scalar.value - 0xAC00) / 588]
      }
    )
  }

  /// Returns the name of a station without a remark in brackets, its line and its suffix.
  private static func stem(_ text: String) -> String {
    var name = text
    if name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex { name = String(name[..<open]) }
    let words = name.split(separator: " ")
    if words.count > 1, let last = words.last, ["선", "철도", "line"].contains(where: { last.hasSuffix($0) }) {
      name = words.dropLast().joined(separator: " ")
    }
    let letters = letters(name)
    return letters.count > 1 && letters.hasSuffix("역") ? String(letters.dropLast()) : letters
  }

  private static func category(of place: Place) -> Int {
    switch place.group {
    case .subway: 0
    case .attraction: 2
    case .culture: 3
    case .public: 4
    case .school: 5
    case .supermarket: 6
    case .hospital: 10
    case .lodging: 11
    case .some: 12
    case nil: place.categoryPath == "기차역" ? 1 : 12
    }
  }

  // MARK: - Addresses

  /// A typed address without the province: the words between commas, and all words.
  private struct TypedParts {
    let parts: [[String]]
    let whole: [UInt8]

    init(_ text: String) {
      parts = text.split(separator: ",").reduce(into: []) { parts, piece in
        let words = NameOracle.words(String(piece)).filter { !NameOracle.seoul.contains($0) }
        // A number after a comma is the one of the street.
        guard let last = parts.last, let first = words.first, NameOracle.isNumber(first),
          !last.contains(where: NameOracle.isNumber)
        else { return parts.append(words) }
        parts[parts.count - 1] += words
      }
      whole = NameOracle.compact(Array(parts.joined())[...])
    }
  }

  private static let seoul: Set<String> = ["서울", "서울시", "서울특별시"]

  /// Returns the words without separators, except between two numbers.
  private static func compact(_ words: ArraySlice<String>) -> [UInt8] {
    let text = words.reduce("") { text, word in
      let areNumbers = text.last?.isNumber == true && word.first?.isNumber == true
      return text + (areNumbers ? " " : "") + word
    }
    return Array(text.utf8)
  }

  /// Returns whether a text contains another, other than within a longer number.
  private static func contains(_ text: [UInt8], _ part: [UInt8], cutsNumbers: Bool = true) -> Bool {
    guard !part.isEmpty else { return true }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var start = 0
    while let found = firstPosition(of: part, in: text, from: start) {
      let end = found + part.count
      guard !cutsNumbers else { return true }
      let cutsBefore = found > 0 && digits.contains(text[found - 1]) && digits.contains(text[found])
      let cutsAfter = end < text.count && digits.contains(text[end]) && digits.contains(text[end - 1])
      if !cutsBefore && !cutsAfter { return true }
      start = found + 1
    }
    return false
  }

  /// Returns the offset of a text within another.
  ///
  /// Uses the C library, because it is called millions of times.
  private static func firstPosition(of part: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    unsafe text.withUnsafeBytes { text in
      unsafe part.withUnsafeBytes { part -> Int? in
        guard let first = text.baseAddress, let wanted = part.baseAddress else { return nil }
        var position = start
        while position <= text.count - part.count {
          if unsafe memcmp(first + position, wanted, part.count) == 0 { return position }
          position += 1
        }
        return nil
      }
    }
  }
}
