import Domain

/// Takes names and addresses apart into grams, the keys of an index of names.
///
/// The grams of a folded text without white space are its pairs of letters of which one is wide, as those of Hangul
/// and Chinese are, and its other triples, because Latin script has few letters. Letters that are in none of them are
/// a shorter gram. Of an address, every number is one gram, and letters before and behind it are texts of their own.
///
/// Source: J. Zobel and A. Moffat, "Inverted files for text search engines" (2006).
struct GramReader {
  /// The bit of a gram of an address.
  static let addressBit: UInt64 = 1 << 63
  /// The bits of a letter in a gram; the first letter is in the highest ones.
  static let letterBits: UInt64 = 21
  /// The first letter of the scripts that need only two letters.
  static let firstWide: UInt32 = 0x1100
  /// What stands in the place of the third letter of a pair of a name between whose letters there is white space.
  static let isParted: UInt32 = 1

  private let isAddress: Bool
  /// The last letters, with which a further gram may begin; 0 for none.
  private(set) var first: UInt32 = 0
  private(set) var second: UInt32 = 0
  /// Whether one gram holds these letters.
  private(set) var isCovered = false
  /// 1 where white space stands between the last letter of a name and the next one, else 0.
  private var parting: UInt32 = 0
  private var digits = Digits()

  /// Whether the text is a part, before whose first letters others may stand, so that one gram may hold them with
  /// those.
  private var isPart: Bool

  init(ofAddress isAddress: Bool, isPart: Bool = false) {
    self.isAddress = isAddress
    self.isPart = isPart
  }

  /// The gram of one to three letters; 0 stands for the end of the text.
  @inline(__always)
  static func gram(_ first: UInt32, _ second: UInt32, _ third: UInt32, ofAddress isAddress: Bool) -> UInt64 {
    UInt64(first) << (2 * letterBits) | UInt64(second) << letterBits | UInt64(third) | (isAddress ? addressBit : 0)
  }

  static func letters(of gram: UInt64) -> (UInt32, UInt32, UInt32) {
    let mask: UInt64 = 1 << letterBits - 1
    return (UInt32(gram >> (2 * letterBits) & mask), UInt32(gram >> letterBits & mask), UInt32(gram & mask))
  }

  /// Reads UTF-8 to its end, and calls a closure with the grams that are complete.
  ///
  /// The text is folded except perhaps for the case of ASCII letters; of one that has to be folded first, nothing or
  /// only a part is read, and `false` returned, unless it is known to be folded. Names are separated by line feeds.
  @inline(__always)
  mutating func read(_ text: ByteView, isFolded: Bool, _ body: (UInt64) -> Void) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text.byte(at: at)
      guard byte >= 0x80 else {
        at += 1
        readASCII(byte, body)
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard at + length <= text.count else { return false }
      var letter = UInt32(byte) & (0xFF >> UInt32(length + 1))
      for offset in 1..<length { letter = letter << 6 | UInt32(text.byte(at: at + offset) & 0x3F) }
      guard isFolded || NameFolding.isPlain(letter) else { return false }
      at += length
      if isAddress { finishNumber(body) }
      take(letter, body)
    }
    return true
  }

  /// Ends the text: what follows is another one.
  @inline(__always)
  mutating func finish(_ body: (UInt64) -> Void) {
    finishNumber(body)
    finishLetters(body)
  }

  /// Ends a number, which no letter follows.
  @inline(__always)
  mutating func finishNumber(_ body: (UInt64) -> Void) { digits.finish(body) }

  @inline(__always)
  private mutating func readASCII(_ byte: UInt8, _ body: (UInt64) -> Void) {
    if isAddress, byte >= 0x30, byte <= 0x39 {
      finishLetters(body)
      digits.append(byte)
      return
    }
    if isAddress { finishNumber(body) }
    guard byte > 0x20 else {
      if byte == 0x0A { finishLetters(body) } else if !isAddress { parting = Self.isParted }
      return
    }
    take(UInt32(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte), body)
  }

  @inline(__always)
  private mutating func take(_ letter: UInt32, _ body: (UInt64) -> Void) {
    let isTriple = second != 0
    if isTriple {
      body(Self.gram(first, second, letter, ofAddress: isAddress))
      first = second
      second = 0
    }
    if first == 0 {
      first = letter
      isCovered = false
    } else if letter >= Self.firstWide || first >= Self.firstWide {
      body(Self.gram(first, letter, parting, ofAddress: isAddress))
      first = letter
      isCovered = true
    } else {
      second = letter
      isCovered = isTriple
    }
    parting = 0
  }

  @inline(__always)
  private mutating func finishLetters(_ body: (UInt64) -> Void) {
    if first != 0, !isCovered, !isPart { body(Self.gram(first, second, 0, ofAddress: isAddress)) }
    first = 0
    second = 0
    parting = 0
    isPart = false
  }
}

extension GramReader {
  /// The gram of a number of an address: bits of a number without a letter.
  struct Digits {
    /// The digits of a number that its gram holds.
    private static let maximumCount = 11

    private var number: UInt64 = 0
    private var count = 0

    var isEmpty: Bool { count == 0 }

    @inline(__always)
    mutating func append(_ digit: UInt8) {
      // The leading 1 keeps the zeros that follow it.
      if count < Self.maximumCount { number = (count == 0 ? 10 : number * 10) + UInt64(digit - 0x30) }
      count += 1
    }

    /// Ends a number, if there is one.
    @inline(__always)
    mutating func finish(_ body: (UInt64) -> Void) {
      guard count > 0 else { return }
      body(GramReader.addressBit | number)
      number = 0
      count = 0
    }
  }

  /// The first gram of letters of an address; those before it are of numbers.
  static let firstOfStreets = addressBit | 1 << (2 * letterBits)

  /// Whether a gram is one of letters of an address.
  @inline(__always)
  static func isOfStreet(_ gram: UInt64) -> Bool { gram >= firstOfStreets }

  /// Calls a closure with the grams of the names of a place, some perhaps repeatedly.
  @inline(__always)
  static func readGrams(ofNames row: RowFormat, _ body: (UInt64) -> Void) {
    var names = GramReader(ofAddress: false)
    // A name that folding changes has a search key.
    _ = names.read(row.soughtNames, isFolded: true, body)
    names.finish(body)
  }

  /// Calls a closure with the grams of the letters of a folded address, some perhaps repeatedly.
  @inline(__always)
  static func readGrams(ofStreet street: ByteView, _ body: (UInt64) -> Void) {
    var address = GramReader(ofAddress: true)
    _ = address.read(street, isFolded: true) { if isOfStreet($0) { body($0) } }
    address.finish { if isOfStreet($0) { body($0) } }
  }
}
