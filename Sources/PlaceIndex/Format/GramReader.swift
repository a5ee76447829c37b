import Domain

/// Splits names and addresses into grams, the keys of the index of names.
///
/// White space is skipped. Two adjacent letters form a gram if one or both are wide (Hangul, Chinese); other
/// letters form grams of three, because Latin script has few letters. A text shorter than that is one gram. In an
/// address, each number is a gram, and the letters before and after it are separate texts.
///
/// Source: J. Zobel and A. Moffat, "Inverted files for text search engines" (2006).
struct GramReader {
  /// The bit that marks a gram of an address.
  static let addressBit: UInt64 = 1 << 63
  /// The number of bits per letter of a gram; the first letter has the highest bits.
  static let letterBits: UInt64 = 21
  /// The first letter of the scripts with grams of two letters.
  static let firstWide: UInt32 = 0x1100
  /// The third letter of a pair whose letters are separated by white space in a name.
  static let isParted: UInt32 = 1

  private let isAddress: Bool
  /// The last letters, which may begin another gram; 0 if there are none.
  private(set) var first: UInt32 = 0
  private(set) var second: UInt32 = 0
  /// Whether a gram already contains these letters.
  private(set) var isCovered = false
  /// ``isParted`` if white space follows the last letter of a name, otherwise 0.
  private var parting: UInt32 = 0
  private var digits = Digits()

  /// Whether the text is a fragment: letters may precede it, so its first letters may be part of a longer gram.
  private var isPart: Bool

  init(ofAddress isAddress: Bool, isPart: Bool = false) {
    self.isAddress = isAddress
    self.isPart = isPart
  }

  /// Returns the gram of one to three letters; 0 marks the end of the text.
  @inline(__always)
  static func gram(_ first: UInt32, second: UInt32, third: UInt32, ofAddress isAddress: Bool) -> UInt64 {
    UInt64(first) << (2 * letterBits) | UInt64(second) << letterBits | UInt64(third) | (isAddress ? addressBit : 0)
  }

  static func letters(of gram: UInt64) -> (UInt32, UInt32, UInt32) {
    let mask: UInt64 = 1 << letterBits - 1
    return (UInt32(gram >> (2 * letterBits) & mask), UInt32(gram >> letterBits & mask), UInt32(gram & mask))
  }

  /// Reads UTF-8 to its end and calls a closure with each complete gram.
  ///
  /// The text must be folded, except for the case of ASCII letters. If it isn't, reading may stop early and returns
  /// `false`, unless `isFolded` promises that it is folded. Names are separated by line feeds.
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

  /// Ends the text; the next text is separate.
  @inline(__always)
  mutating func finish(_ body: (UInt64) -> Void) {
    finishNumber(body)
    finishLetters(body)
  }

  /// Ends a number.
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
      body(Self.gram(first, second: second, third: letter, ofAddress: isAddress))
      first = second
      second = 0
    }
    if first == 0 {
      first = letter
      isCovered = false
    } else if letter >= Self.firstWide || first >= Self.firstWide {
      body(Self.gram(first, second: letter, third: parting, ofAddress: isAddress))
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
    if first != 0, !isCovered, !isPart { body(Self.gram(first, second: second, third: 0, ofAddress: isAddress)) }
    first = 0
    second = 0
    parting = 0
    isPart = false
  }
}

extension GramReader {
  /// The gram of a number in an address: the number's bits, without letters.
  struct Digits {
    /// The maximum number of digits in a gram.
    private static let maximumCount = 11

    private var number: UInt64 = 0
    private var count = 0

    var isEmpty: Bool { count == 0 }

    @inline(__always)
    mutating func append(_ digit: UInt8) {
      // The leading 1 keeps leading zeros.
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

  /// The first gram with letters of an address; smaller grams are numbers.
  static let firstOfStreets = addressBit | 1 << (2 * letterBits)

  /// Returns whether a gram has letters of an address.
  @inline(__always)
  static func isOfStreet(_ gram: UInt64) -> Bool { gram >= firstOfStreets }

  /// Calls a closure with the grams of a place's names, with possible repetitions.
  @inline(__always)
  static func readGrams(ofNames row: RowFormat, _ body: (UInt64) -> Void) {
    var names = GramReader(ofAddress: false)
    // A name that isn't folded has a folded search key.
    _ = names.read(row.soughtNames, isFolded: true, body)
    names.finish(body)
  }

  /// Calls a closure with the grams of the letters in a folded address, with possible repetitions.
  @inline(__always)
  static func readGrams(ofStreet street: ByteView, _ body: (UInt64) -> Void) {
    var address = GramReader(ofAddress: true)
    _ = address.read(street, isFolded: true) { if isOfStreet($0) { body($0) } }
    address.finish { if isOfStreet($0) { body($0) } }
  }
}
