import Domain
import Tables

/// A typed name, prepared for comparison with many others.
struct TypedName: Sendable {
  /// Matches names that contain all of the words.
  let matcher: KeywordMatcher
  /// The folded name without white space.
  let letters: [UInt8]
  /// The name of a station without its suffix, such as `강남` for `강남역`.
  let stem: [UInt8]
  /// The letters in lower case, with diacritics and without white space.
  private let spelling: [UInt8]
  /// Whether the text consists of initial consonants.
  private let isInitials: Bool

  init(_ text: String) {
    matcher = KeywordMatcher(text)
    letters = Self.letters(text)
    stem = StationName.stem(of: text)
    spelling = Self.spelling(text)
    isInitials = InitialConsonants.letters(ofWord: letters) != nil
  }

  /// Returns whether a name may contain the letters, ignoring spaces: a quick test for millions of names.
  static func mayHold(_ part: [UInt8], in name: ByteView) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start < name.count {
      if name.byte(at: start).lowered == first, end(of: part, in: name, from: start) != nil { return true }
      start += name.letterSize(at: start)
    }
    return false
  }

  /// Returns whether a name may contain the letters of the text, ignoring spaces.
  func mayBeContained(in names: ByteView) -> Bool {
    guard isInitials else { return Self.mayHold(letters, in: names) }
    return ByteView.over(InitialConsonants.of(names)) { Self.mayHold(letters, in: $0) }
  }

  /// Returns whether a name contains the letters of the text, but with other diacritics.
  func isSpelledOtherwise(in name: ByteView) -> Bool {
    if spelling == letters, NameFolding.isPlain(name) { return false }
    let isContained = ByteView.over(NameFolding.fold(name).filter { $0 > 0x20 }) { Self.mayHold(letters, in: $0) }
    return isContained && !ByteView.over(Self.spelling(name.text)) { Self.mayHold(spelling, in: $0) }
  }

  private static func spelling(_ text: String) -> [UInt8] { text.lowercased().composed.utf8.filter { $0 > 0x20 } }

  /// Returns whether a name may contain a part of the text.
  func mayMean(_ name: ByteView) -> Bool {
    matcher.matchesPart(name) || mayBeContained(in: name) || Self.mayHold(stem, in: name)
  }

  /// Returns the offset after letters that begin at an offset, ignoring spaces; `nil` if they don't match.
  private static func end(of part: [UInt8], in name: ByteView, from start: Int) -> Int? {
    var at = start
    var index = 0
    while index < part.count {
      guard at < name.count else { return nil }
      let byte = name.byte(at: at)
      at += 1
      if byte <= 0x20 { continue }
      guard byte.lowered == part[index] else { return nil }
      index += 1
    }
    return at
  }

  /// Returns a folded name without white space.
  static func letters(_ text: String) -> [UInt8] { NameFolding.fold(text).filter { $0 > 0x20 } }

  /// Returns the best match between the text and the names of a place; `nil` if none matches.
  ///
  /// The names are folded, apart from the case of ASCII letters. A loose match ignores spaces.
  func match(_ names: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    if isInitials {
      return ByteView.over(InitialConsonants.of(names)) { matchLines($0, isStation: isStation, isLoose: isLoose) }
    }
    return matchLines(names, isStation: isStation, isLoose: isLoose)
  }

  private func matchLines(_ names: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    var best: NameRank.Match?
    var start = 0
    while start < names.count, best != .exact {
      let end = names.firstIndex(of: 0x0A, from: start) ?? names.count
      let match = match(one: names.part(start..<end), isStation: isStation, isLoose: isLoose)
      if let match, best.map({ match < $0 }) ?? true { best = match }
      start = end + 1
    }
    return best
  }

  private func match(one name: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    guard name.count > 0 else { return nil }
    let end = Self.end(of: letters, in: name, from: 0)
    if let end {
      var rest = end
      while rest < name.count, name.byte(at: rest) <= 0x20 { rest += 1 }
      // A trailing remark in brackets is ignored.
      let isRemark = rest > 0 && name.byte(at: name.count - 1) == UInt8(ascii: ")") && name.lastIndex(of: 0x28) == rest
      if rest == name.count || isRemark { return .exact }
    }
    if isStation, StationName.stem(of: name.text) == stem { return .exact }
    if end != nil { return .prefix }
    return !isLoose || Self.mayHold(letters, in: name) ? .part : nil
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain a part without cutting a number.
  func holdsWithWholeNumbers(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    for start in 0...(count - part.count) where self[start] == first {
      let end = start + part.count
      guard self[start..<end].elementsEqual(part) else { continue }
      let cutsBefore = start > 0 && self[start].isDigit && self[start - 1].isDigit
      let cutsAfter = end < count && self[end].isDigit && self[end - 1].isDigit
      if !cutsBefore, !cutsAfter { return true }
    }
    return false
  }
}
