import Domain
import Tables

/// A typed address, prepared for comparison with many others.
///
/// Its parts may be in any order, with or without commas. The province may be missing in either address, or be in its
/// short or full form. Unlike in a name, a number must match as a whole: a part of a house number is another house. A
/// house number belongs to the words next to it, so the floor of another house doesn't match it.
struct TypedAddress: Sendable {
  /// The address as typed.
  let text: String
  /// The address with its province, if it has one, in the short form.
  private let full: AddressForm
  private let withoutProvince: AddressForm
  /// The longest number; `nil` if there is none.
  private let number: FoldedWord?
  private let letters: [UInt8]
  private let words: [FoldedWord]

  init(_ text: String) {
    self.text = text
    full = AddressForm(NameFolding.fold(text)) { Province.shortName(of: $0) ?? $0 }
    let others = AddressForm(NameFolding.fold(text)) { Province.shortName(of: $0) == nil ? $0 : nil }
    let form = others.words.isEmpty ? full : others
    withoutProvince = form
    number = form.compact.split { !$0.isDigit }.max { $0.count < $1.count }.map { FoldedWord(Array($0)) }
    letters = form.compact.filter { $0 != 0x20 }
    words = form.words.map { FoldedWord($0) }
  }

  /// The letters between white space and numbers, which every matching address contains.
  var letterRuns: [[UInt8]] { withoutProvince.words.flatMap { $0.split(whereSeparator: \.isDigit).map(Array.init) } }

  /// The numbers, which every matching address contains (``PlaceWords/number(in:from:)``).
  var numbers: [[UInt8]] {
    withoutProvince.words.flatMap { $0.split { !$0.isDigit }.map { Array($0.prefix(11)) } }
  }

  /// Whether the address contains a number.
  var hasNumber: Bool { number != nil }

  /// Whether the address contains a number and letters, as one of a house.
  var hasHouseNumber: Bool { hasNumber && letters.contains { !$0.isDigit } }

  /// Returns the match between the text and an address; `nil` if they don't match.
  ///
  /// Users type the end of an address, so a suffix ranks like a prefix of a name.
  func match(_ address: ByteView) -> NameRank.Match? {
    guard address.count > 0 else { return nil }
    // The comparison of bytes rules out almost every address; most have another number.
    let hasNumber = number?.isContained(in: address) ?? true
    if !hasNumber || !mayBeContained(in: address), NameFolding.isPlain(address) { return nil }
    var isInProvince = false
    let stored = AddressForm(NameFolding.fold(address)) { word, number in
      guard number == 0, let province = Province.shortName(of: word) else { return word }
      isInProvince = true
      return province
    }
    let typed = isInProvince ? full : withoutProvince
    // An address without the typed province may be in another one, so it matches less well.
    if stored.compact == full.compact { return .exact }
    let isWhole = stored.compact.holdsWithWholeNumbers(typed.compact)
    guard isWhole || stored.holdsWords(of: typed), stored.holdsNumbers(of: typed) else { return nil }
    return isWhole && stored.compact.suffix(typed.compact.count).elementsEqual(typed.compact) ? .prefix : .part
  }

  private func mayBeContained(in address: ByteView) -> Bool {
    words.allSatisfy { $0.isContained(in: address) } || TypedName.mayHold(letters, in: address)
  }
}
