import Domain
import Tables

/// A typed address, prepared for comparison with many others.
///
/// Its parts may be in any order. The province may be missing in either address, or be in its short or full form.
/// Unlike in a name, a number must match as a whole: a part of a house number is another house.
struct TypedAddress: Sendable {
  /// An address in its form for comparison: its words, and all words without white space, except between digits.
  private struct Form {
    let words: [[UInt8]]
    let compact: [UInt8]

    init(_ words: [[UInt8]]) {
      self.words = words
      compact = TypedAddress.compact(words.joined(separator: [0x20]))
    }
  }

  /// The address as typed.
  let text: String
  /// The address with its province, if it has one, in the short form.
  private let full: Form
  private let withoutProvince: Form
  /// The longest number; `nil` if there is none.
  private let number: FoldedWord?
  private let letters: [UInt8]
  private let words: [FoldedWord]

  init(_ text: String) {
    self.text = text
    let words = NameFolding.fold(text).split { $0 <= 0x20 }.map(Array.init)
    full = Form(words.map { Province.shortName(of: $0) ?? $0 })
    let others = words.filter { Province.shortName(of: $0) == nil }
    let form = others.isEmpty ? full : Form(others)
    withoutProvince = form
    number = form.compact.split { !$0.isDigit }.max { $0.count < $1.count }.map { FoldedWord(Array($0)) }
    letters = form.compact.filter { $0 != 0x20 }
    self.words = form.words.map { FoldedWord($0) }
  }

  /// The letters between white space and numbers, which every matching address contains.
  var letterRuns: [[UInt8]] { withoutProvince.words.flatMap { $0.split(whereSeparator: \.isDigit).map(Array.init) } }

  /// The numbers, which every matching address contains (``PlaceWords/number(in:from:)``).
  var numbers: [[UInt8]] {
    withoutProvince.words.flatMap { $0.split { !$0.isDigit }.map { Array($0.prefix(11)) } }
  }

  /// Whether the address contains a number.
  var hasNumber: Bool { number != nil }

  /// Returns the match between the text and an address; `nil` if they don't match.
  ///
  /// Users type the end of an address, so a suffix ranks like a prefix of a name.
  func match(_ address: ByteView) -> NameRank.Match? {
    guard address.count > 0 else { return nil }
    // The comparison of bytes rules out almost every address; most have another number.
    let hasNumber = number?.isContained(in: address) ?? true
    if !hasNumber || !mayBeContained(in: address), NameFolding.isPlain(address) { return nil }
    let folded = NameFolding.fold(address).drop { $0 <= 0x20 }
    let province = Province.shortName(of: Array(folded.prefix { $0 > 0x20 }))
    let text = Self.compact(province == nil ? folded : folded.drop { $0 > 0x20 }, after: province ?? [])
    let typed = province == nil ? withoutProvince : full
    // An address without the typed province may be in another one, so it matches less well.
    if text == full.compact { return .exact }
    if text.suffix(typed.compact.count).elementsEqual(typed.compact), text.holdsWithWholeNumbers(typed.compact) {
      return .prefix
    }
    let isContained =
      text.holdsWithWholeNumbers(typed.compact) || typed.words.allSatisfy { text.holdsWithWholeNumbers($0) }
    return isContained ? .part : nil
  }

  private func mayBeContained(in address: ByteView) -> Bool {
    words.allSatisfy { $0.isContained(in: address) } || TypedName.mayHold(letters, in: address)
  }

  private static func compact(_ text: some Sequence<UInt8>, after start: [UInt8] = []) -> [UInt8] {
    var compact = start
    var last = UInt8(0)
    compact.reserveCapacity(compact.count + text.underestimatedCount)
    for byte in text {
      if byte > 0x20 {
        if last <= 0x20, byte.isDigit, compact.last?.isDigit == true { compact.append(0x20) }
        compact.append(byte)
      }
      last = byte
    }
    return compact
  }
}
