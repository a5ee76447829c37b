import Domain
import Tables

/// The texts of a place as stored in a file.
///
/// A row has seven LEB128 lengths (six texts, then the search key), the texts in the same order, and the attribute
/// numbers. The search key is stored only if folding the name changes more than ASCII case, or if the place has other
/// names. Category texts aren't in the row. A row doesn't contain the number of its texts, so a further text needs
/// another version of the format.
struct RowFormat {
  /// The value for places outside the 18 groups.
  static let noGroup: UInt8 = 18
  /// The number of texts of a place that are in its row.
  static var textCount: Int { 6 }
  /// One element per text of a row.
  typealias PerText<Element> = InlineArray<6, Element>
  /// The maximum size of a field in bytes; imports truncate longer texts.
  static let maximumFieldBytes = 1 << 16
  /// The number of lengths that begin every row.
  private static var lengthCount: Int { textCount + 1 }

  /// The end of each text, relative to ``start``.
  private var ends = PerText<Int>(repeating: 0)
  private var keyEnd = 0
  private let start: Int
  private let bytes: ByteView

  /// Reads a row; `nil` if its numbers are invalid.
  init?(_ bytes: ByteView) {
    var offset = 0
    var end = 0
    self.bytes = bytes
    if bytes.count - offset >= 8 {
      // Almost all lengths are one byte, so a row can be read without a branch per length.
      let lengths = bytes.load(UInt64.self, at: offset)
      if lengths & 0x0080_8080_8080_8080 == 0 {
        for slot in 0..<Self.textCount {
          end += Int(lengths >> UInt64(8 * slot) & 0x7F)
          ends[slot] = end
        }
        keyEnd = end + Int(lengths >> UInt64(8 * Self.textCount) & 0x7F)
        start = offset + Self.lengthCount
        guard start + keyEnd <= bytes.count else { return nil }
        return
      }
    }
    for slot in 0..<Self.textCount {
      guard let length = Self.number(in: bytes, at: &offset) else { return nil }
      end += length
      ends[slot] = end
    }
    guard let length = Self.number(in: bytes, at: &offset) else { return nil }
    keyEnd = end + length
    start = offset
    guard start + keyEnd <= bytes.count else { return nil }
  }

  /// Returns the id of a row, which is its first text, without reading the other texts if all lengths are one byte.
  @inline(__always)
  static func id(of bytes: ByteView) -> ByteView {
    guard bytes.count >= 8, bytes.load(UInt64.self, at: 0) & 0x0080_8080_8080_8080 == 0 else {
      return RowFormat(bytes)?[.id] ?? .empty
    }
    return bytes.part(lengthCount..<lengthCount + Int(bytes.byte(at: 0)))
  }

  /// Returns the index of a field among the texts of a row.
  @inline(__always)
  static func slot(of field: PlaceText.Field) -> Int {
    let number = field.rawValue
    return number < PlaceText.Field.ofCategory.lowerBound ? number : number - PlaceText.Field.ofCategory.count
  }

  /// Returns the bytes of a field; empty if it is absent.
  @inline(__always)
  subscript(field: PlaceText.Field) -> ByteView { part(range(at: Self.slot(of: field))) }

  @inline(__always)
  func length(of field: PlaceText.Field) -> Int { range(at: Self.slot(of: field)).count }

  /// The folded names, if they are stored.
  var searchKey: ByteView { part(ends[Self.textCount - 1]..<keyEnd) }

  /// The names that find the place: the search key or, if folding doesn't change it, the name.
  var searchableNames: ByteView {
    let key = searchKey
    return key.count > 0 ? key : self[.name]
  }

  /// The texts that precede the category texts in a result.
  @inline(__always)
  var front: ByteView { part(0..<ends[PlaceText.Field.ofCategory.lowerBound - 1]) }

  /// The texts that follow the category texts in a result.
  @inline(__always)
  var back: ByteView { part(ends[PlaceText.Field.ofCategory.lowerBound - 1]..<ends[Self.textCount - 1]) }

  /// The bytes after the texts: the attributes, packed during a build and as numbers in a file.
  @inline(__always)
  var tail: ByteView { part(keyEnd..<bytes.count - start) }

  /// The row without ``tail``.
  var withoutTail: ByteView { bytes.part(0..<start + keyEnd) }

  /// Returns whether all texts equal the texts of another row, apart from the search keys.
  func hasSameTexts(as other: RowFormat) -> Bool {
    (0..<Self.textCount).allSatisfy { part(range(at: $0)).equals(other.part(other.range(at: $0))) }
  }

  @inline(__always)
  private func part(_ range: Range<Int>) -> ByteView { bytes.part(start + range.lowerBound..<start + range.upperBound) }

  @inline(__always)
  private func range(at slot: Int) -> Range<Int> { (slot == 0 ? 0 : ends[slot - 1])..<ends[slot] }

  /// Calls a closure with the end of each text of a place, and of its attributes, in the packed form of a result.
  ///
  /// The texts follow a prefix, and the group names and source category are inserted.
  @inline(__always)
  func packedEnds(
    from prefix: Int,
    names: GroupNames,
    sourceCategoryByteCount: Int,
    attributeByteCount: Int,
    _ body: (UInt32) -> Void
  ) {
    let category = PlaceText.Field.ofCategory
    for number in 0..<category.lowerBound { body(UInt32(truncatingIfNeeded: prefix + ends[number])) }
    let name = prefix + ends[category.lowerBound - 1]
    body(UInt32(truncatingIfNeeded: name + names.codeLength))
    body(UInt32(truncatingIfNeeded: name + names.text.count))
    body(UInt32(truncatingIfNeeded: name + names.text.count + sourceCategoryByteCount))
    let inserted = prefix + names.text.count + sourceCategoryByteCount
    for slot in category.lowerBound..<Self.textCount { body(UInt32(truncatingIfNeeded: inserted + ends[slot])) }
    body(UInt32(truncatingIfNeeded: inserted + ends[Self.textCount - 1] + attributeByteCount))
  }

  /// Truncates a text to the maximum size of a field.
  static func cut(_ bytes: ByteView) -> ByteView {
    guard bytes.count > maximumFieldBytes else { return bytes }
    var end = maximumFieldBytes
    while end > 0, bytes.byte(at: end) & 0xC0 == 0x80 { end -= 1 }
    return bytes.part(0..<end)
  }

  /// Returns the number of bytes of a LEB128 number.
  static func variableSize(_ number: Int) -> Int {
    var size = 1
    var rest = number >> 7
    while rest > 0 {
      size += 1
      rest >>= 7
    }
    return size
  }

  /// Reads a LEB128 number; `nil` if it is truncated.
  @inline(__always)
  static func number(in bytes: ByteView, at offset: inout Int) -> Int? {
    guard offset < bytes.count else { return nil }
    let first = bytes.byte(at: offset)
    offset += 1
    if first < 0x80 { return Int(first) }
    return longNumber(in: bytes, at: &offset, first: first)
  }

  private static func longNumber(in bytes: ByteView, at offset: inout Int, first: UInt8) -> Int? {
    var value = Int(first & 0x7F)
    var shift = 7
    while offset < bytes.count, shift < 35 {
      let byte = bytes.byte(at: offset)
      offset += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
