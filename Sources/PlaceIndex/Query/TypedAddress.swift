import Domain
/// A typed address, prepared for comparison with many others.
///
/// Its parts may be in any order, and the province may be missing in either of two addresses, or be written in short or in full.
/// Unlike in a name, a number must be there as a whole: a part of a house number is another house.
struct TypedAddress: Sendable {
  /// An address as it is compared: its words, and all of them without white space, except between two digits.
  private struct Form {
    var words: [[UInt8]]
    var compact: [UInt8]

    init(_ words: [[UInt8]]) {
      (self.words, compact) = (words, [])
      for word in words {
        if let last = compact.last, last.isDigit, word.first?.isDigit == true { compact.append(0x20) }
        compact += word
      }
    }
  }

  /// With the province if it has one, which is then written in short.
  private let full: Form
  private let withoutProvince: Form
  /// Its longest number; `nil` for none.
  private let number: [UInt8]?
  private let letters: [UInt8]

  init(_ text: String) {
    var words = Self.words(of: NameFolding.fold(text))
    for index in words.indices { words[index] = Self.shortProvince(words[index]) ?? words[index] }
    full = Form(words)
    let others = words.filter { Self.shortProvince($0) == nil }
    let form = others.isEmpty ? full : Form(others)
    withoutProvince = form
    number = form.compact.split { !$0.isDigit }.map(Array.init).max { $0.count < $1.count }
    letters = form.compact.filter { $0 != 0x20 }
  }

  /// What every place has whose address matches.
  var patterns: [GramPattern] { GramPattern.patterns(of: withoutProvince.words, ofAddress: true) }

  /// How the text matches an address; `nil` if it does not.
  ///
  /// - Parameter address: The address as it is stored.
  /// - Returns: The end of an address, which is what people type of it, counts as a prefix does in a name.
  func match(_ address: ByteView) -> NameRank.Match? {
    guard address.count > 0 else { return nil }
    // By bytes, which rules out nearly every address; most have another number.
    let hasNumber = number.map { KeywordMatcher.isHeld($0, by: address, folding: false) } ?? true
    if !hasNumber || !mayBeHeld(by: address), NameFolding.isPlain(address) { return nil }
    var words = Self.words(of: NameFolding.fold(address.text))
    let province = words.first.flatMap(Self.shortProvince)
    if let province { words[0] = province }
    let typed = province == nil ? withoutProvince : full
    let text = Form(words).compact
    if text == typed.compact || text == withoutProvince.compact { return .exact }
    if text.suffix(typed.compact.count).elementsEqual(typed.compact), text.holdsWithWholeNumbers(typed.compact) {
      return .prefix
    }
    let isHeld = text.holdsWithWholeNumbers(typed.compact) || typed.words.allSatisfy { text.holdsWithWholeNumbers($0) }
    return isHeld ? .part : nil
  }

  private func mayBeHeld(by address: ByteView) -> Bool {
    withoutProvince.words.allSatisfy { KeywordMatcher.isHeld($0, by: address, folding: true) }
      || TypedName.mayHold(letters, in: address)
  }

  private static func words(of folded: [UInt8]) -> [[UInt8]] { folded.split { $0 <= 0x20 }.map(Array.init) }

  /// The short form of the name of a province; `nil` if it is none.
  private static func shortProvince(_ word: [UInt8]) -> [UInt8]? {
    guard word.count <= maximumProvinceBytes else { return nil }
    let word = String(decoding: word, as: UTF8.self)
    if let short = historicalProvinces[word] { return Array(short.utf8) }
    let isProvince = provinces.contains { province in
      guard word.hasPrefix(province) else { return false }
      return endings.contains(String(word.dropFirst(province.count)))
    }
    return isProvince ? Array(word.prefix(2).utf8) : nil
  }

  private static let maximumProvinceBytes = 24
  private static let provinces = [
    "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
  ]
  private static let endings: Set<String> = ["", "특별시", "광역시", "특별자치시", "도", "특별자치도"]
  private static let historicalProvinces = [
    "서울시": "서울", "부산시": "부산", "대구시": "대구", "인천시": "인천", "대전시": "대전", "울산시": "울산", "세종시": "세종",
    "충청북도": "충북", "충청남도": "충남", "전라북도": "전북", "전라남도": "전남", "경상북도": "경북", "경상남도": "경남",
  ]
}
