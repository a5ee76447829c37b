import Domain
import Foundation
import Tables

/// The regular expression for names that contain a folded word.
///
/// The server ignores case only, so the expression has every spelling of the word that folding makes equal. It may
/// match other names too, because a local search checks every name.
struct OverpassNamePattern {
  private let letters: [Unicode.Scalar]
  /// The characters that fold to several letters of the word, or to a letter and more beyond the word.
  private let spellings: [Spelling]
  private let initials: [UInt32]?

  /// A part of the word as one character.
  private struct Spelling: Hashable {
    let range: Range<Int>
    let character: Unicode.Scalar
  }

  /// The maximum number of letters whose spellings are combined exactly; combining more takes too many alternatives.
  private static let maximumLettersCombined = 4
  /// Matches the characters between letters that folding drops.
  static let dropped =
    "["
    + NameFolding.droppedRanges.map { range in
      let ends = [range.lowerBound, range.upperBound].compactMap(Unicode.Scalar.init).map(String.init)
      return range.count == 1 ? ends[0] : ends.joined(separator: "-")
    }
    .joined() + "]*"

  init(_ word: String) {
    letters = Array(word.unicodeScalars)
    initials = InitialConsonants.letters(ofWord: Array(word.utf8))
    var spellings: Set<Spelling> = []
    var ordered: [Spelling] = []
    for variant in NameFolding.variants {
      // The first and the last letters of the word may be a part of a character.
      for offset in 1 - variant.folded.count..<letters.count {
        let range = max(0, offset)..<min(letters.count, offset + variant.folded.count)
        let spelling = Spelling(range: range, character: variant.scalar)
        guard range.allSatisfy({ [letters] in letters[$0] == variant.folded[$0 - offset] }),
          spellings.insert(spelling).inserted
        else { continue }
        ordered.append(spelling)
      }
    }
    self.spellings = ordered
  }

  /// The expression.
  var text: String {
    if let initials { return initials.map(Self.expression(ofInitial:)).joined(separator: Self.dropped) }
    var parts: [String] = []
    var start = 0
    while start < letters.count {
      let end = endOfPart(from: start)
      parts.append(expression(of: start..<end))
      start = end
    }
    return parts.joined(separator: Self.dropped)
  }

  /// Returns the end of the shortest part that no character crosses.
  private func endOfPart(from start: Int) -> Int {
    var end = start + 1
    while let next = spellings.first(where: { $0.range.lowerBound < end && $0.range.upperBound > end }) {
      end = next.range.upperBound
    }
    return end
  }

  private func expression(of range: Range<Int>) -> String {
    guard range.count <= Self.maximumLettersCombined else {
      // A superset: every letter but the first may be a part of an earlier character.
      return range.map { index in
        let longer = spellings.filter { $0.range.lowerBound == index && $0.range.count > 1 }
        let choice = choice(among: [letter(at: index)] + longer.map { String($0.character) })
        return index == range.lowerBound ? choice : choice + "?"
      }
      .joined(separator: Self.dropped)
    }
    let first = letter(at: range.lowerBound)
    let rest = range.lowerBound + 1..<range.upperBound
    guard !rest.isEmpty else { return first }
    let longer = spellings.filter { $0.range.lowerBound == range.lowerBound && $0.range.count > 1 }.map { spelling in
      let rest = spelling.range.upperBound..<range.upperBound
      return String(spelling.character) + (rest.isEmpty ? "" : Self.dropped + expression(of: rest))
    }
    return choice(among: [first + Self.dropped + expression(of: rest)] + longer)
  }

  /// Matches a letter, its composed and decomposed forms, and the characters that fold to it.
  private func letter(at index: Int) -> String {
    let characters = spellings.filter { $0.range == index..<index + 1 }.map { String($0.character) }
    let plain = String(letters[index])
    let parts = Array(plain.decomposedStringWithCanonicalMapping.unicodeScalars)
    let decomposed = parts.count < 2 ? [] : [parts.map(Self.expression(ofPart:)).joined()]
    return choice(among: [OverpassQuery.expression(plain)] + characters + decomposed)
  }

  /// Matches a part of a decomposed letter, such as half-width kana.
  private static func expression(ofPart part: Unicode.Scalar) -> String {
    let variants = NameFolding.variants.filter { $0.folded == [part] }.map { String($0.scalar) }
    return variants.isEmpty ? String(part) : "(" + ([String(part)] + variants).joined(separator: "|") + ")"
  }

  private func choice(among expressions: [String]) -> String {
    expressions.count == 1 ? expressions[0] : "(" + expressions.joined(separator: "|") + ")"
  }

  /// Matches a consonant, and the syllables that begin with it.
  private static func expression(ofInitial consonant: UInt32) -> String {
    let ranges = InitialConsonants.meaning(of: consonant) ?? []
    let ends = ranges.map { [$0.lowerBound, $0.upperBound].compactMap(Unicode.Scalar.init).map(String.init) }
    return "[" + ends.map { $0[0] == $0[1] ? $0[0] : $0.joined(separator: "-") }.joined() + "]"
  }
}
