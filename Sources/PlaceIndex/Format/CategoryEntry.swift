import Domain
import Rows
import Tables

/// The categories and inputs that a set of places shares: the displayed category, and all categories that find the
/// places.
///
/// Places with equal categories and inputs share an entry.
struct CategoryEntry {
  /// The numbers of the inputs, as stored; empty if unknown.
  private(set) var inputs = ByteView.empty
  /// One bit for each group.
  var groups: UInt32 = 0
  /// The ordinal of the displayed group, or ``RowFormat/noGroup``.
  var shown = RowFormat.noGroup
  /// The numbers of the kinds and of all their wider kinds.
  var kinds = CategoryMask.none
  var text = ByteView.empty
  /// Further words, separated by line feeds.
  var words = ByteView.empty

  /// The slugs of the kinds in this version, separated by line feeds.
  static let slugs = Array(Kind.all.map(\.slug).joined(separator: "\n").utf8)

  private static let headSize = 10
  /// The size in bytes of an input's number.
  private static let inputSize = 4
  /// The maximum size of further words in bytes; longer words are truncated.
  static let maximumWordBytes = WordLines.maximumByteCount

  init() {}

  /// Reads an entry; `nil` if its numbers are invalid.
  init?(_ bytes: ByteView) {
    guard bytes.count > 0, let inputs = bytes.slice(1, Int(bytes.byte(at: 0)) * Self.inputSize),
      bytes.count >= 1 + inputs.count + Self.headSize
    else { return nil }
    let bytes = bytes.part(1 + inputs.count..<bytes.count)
    groups = bytes.load(UInt32.self, at: 0)
    shown = bytes.byte(at: 8)
    let kindCount = Int(bytes.byte(at: 9))
    let start = Self.headSize + kindCount
    guard groups < 1 << 18, shown == RowFormat.noGroup ? groups == 0 : shown < 18 && groups >> UInt32(shown) & 1 == 1,
      let text = bytes.slice(start, Int(bytes.load(UInt32.self, at: 4)))
    else { return nil }
    var last = -1
    for index in 0..<kindCount {
      let kind = Int(bytes.byte(at: Self.headSize + index))
      guard kind > last else { return nil }
      kinds.insert(kind)
      last = kind
    }
    self.inputs = inputs
    self.text = text
    words = bytes.part(start + text.count..<bytes.count)
  }

  /// Appends the encoded entry, without words that equal the text.
  func append(to bytes: inout GrowableBuffer<UInt8>) {
    let text = RowFormat.cut(text)
    bytes.append(UInt8(inputs.count / Self.inputSize))
    bytes.append(inputs)
    for number in [groups, UInt32(text.count)] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    bytes.append(shown)
    let countAt = bytes.count
    bytes.append(0)
    kinds.forEach { bytes.append(UInt8($0)) }
    bytes[countAt] = UInt8(bytes.count - countAt - 1)
    bytes.append(text)
    var hasWord = false
    words.forEachLine { word in
      guard !word.equals(text) else { return }
      if hasWord { bytes.append(0x0A) }
      bytes.append(word)
      hasWord = true
    }
  }

  @inline(__always)
  func forEachInput(_ body: (Int) -> Void) {
    for at in stride(from: 0, to: inputs.count, by: Self.inputSize) { body(Int(inputs.load(UInt32.self, at: at))) }
  }

  /// Calls a closure with a copy of the entry for other inputs, at most 255.
  func ofInputs<Result>(_ numbers: some Sequence<Int>, _ body: (CategoryEntry) -> Result) -> Result {
    let sorted = Set(numbers).sorted().prefix(Int(UInt8.max))
    return ByteView.over(sorted.flatMap { UInt32($0).littleEndianBytes }) { view in
      var entry = self
      entry.inputs = view
      return body(entry)
    }
  }

  /// Returns the bytes of an entry without inputs, with one input added.
  static func adding(input: Int, to bytes: [UInt8]) -> [UInt8] {
    [1] + UInt32(input).littleEndianBytes + bytes.dropFirst()
  }

  /// Returns whether the entry equals another entry, apart from the inputs.
  func isSame(as other: CategoryEntry) -> Bool {
    groups == other.groups && shown == other.shown && kinds == other.kinds && text.equals(other.text)
      && words.equals(other.words)
  }

  /// Returns the entry's bits in the masks of tree nodes: one bit per kind, or a bit that entries without a kind share.
  func mask(number: Int, kindCount: Int) -> CategoryMask {
    kinds.isEmpty ? CategoryMask(bit: kindCount + number % (CategoryMask.bitCount - kindCount)) : kinds
  }

  /// Adds a kind, its wider kinds, and their group.
  mutating func insert(_ kind: Kind) {
    for kind in [kind] + kind.wider { kinds.insert(Int(kind.number)) }
    groups |= kind.group?.bit ?? 0
  }

  /// Calls a closure with each word that finds the entry: the text, further words, and the steps of paths, `a > b`.
  func forEachWord(_ body: (ByteView) -> Void) {
    func visit(_ word: ByteView) {
      guard word.count > 0 else { return }
      body(word)
      guard word.contains(UInt8(ascii: ">")) else { return }
      word.forEachStep { step in
        if step.count > 0, step.count < word.count { body(step) }
        return false
      }
    }
    visit(text)
    words.forEachLine(visit)
  }
}
