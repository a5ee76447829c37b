/// The text fields of one place as a file stores them.
///
/// The length of each field in LEB128, then the fields. The search key is stored only if folding the name changes
/// more than ASCII case, or there are other names.
struct RowFormat {
  /// The fields in the order in which they are stored, which is that of the answer.
  enum Field: Int, CaseIterable {
    case id
    case name
    case phone
    case lotAddress
    case roadAddress
    case url
    case searchKey
  }

  /// The value for none of the 18 groups.
  static let noGroup: UInt8 = 18
  static let fieldCount = 7
  /// The maximum byte count of a field; longer text is truncated at import.
  static let maximumFieldBytes = 1 << 16

  private let ends: InlineArray<7, Int>
  private let start: Int
  private let bytes: ByteView

  /// Reads a row that begins at an offset; `nil` when its numbers are invalid.
  init?(_ bytes: ByteView, from offset: Int = 0) {
    var offset = offset
    var ends = InlineArray<7, Int>(repeating: 0)
    var end = 0
    if bytes.count - offset >= 8 {
      // Nearly all lengths are one byte each: a row is then read without a branch for each.
      let lengths = bytes.load(UInt64.self, at: offset)
      if lengths & 0x0080_8080_8080_8080 == 0 {
        for field in 0..<Self.fieldCount {
          end += Int(lengths >> UInt64(8 * field) & 0x7F)
          ends[field] = end
        }
        guard end == bytes.count - offset - Self.fieldCount else { return nil }
        self.ends = ends
        start = offset + Self.fieldCount
        self.bytes = bytes
        return
      }
    }
    for field in 0..<Self.fieldCount {
      guard let length = Self.number(in: bytes, at: &offset) else { return nil }
      end += length
      ends[field] = end
    }
    guard end == bytes.count - offset else { return nil }
    self.ends = ends
    start = offset
    self.bytes = bytes
  }

  /// What precedes a row in version 1: the group that is shown, and the number of its source category; `nil` if
  /// invalid.
  static func oldCategory(_ bytes: ByteView) -> (shown: UInt8, text: UInt32, end: Int)? {
    guard bytes.count > 0, bytes.byte(at: 0) <= noGroup else { return nil }
    var offset = 1
    guard let text = number(in: bytes, at: &offset), text <= Int(UInt32.max) else { return nil }
    return (bytes.byte(at: 0), UInt32(text), offset)
  }

  /// The bytes of a field; none when it is absent.
  @inline(__always)
  subscript(field: Field) -> ByteView { fields(field, field) }

  @inline(__always)
  func fields(_ first: Field, _ last: Field) -> ByteView {
    let from = first.rawValue == 0 ? 0 : ends[first.rawValue - 1]
    return bytes.part(start + from..<start + ends[last.rawValue])
  }

  @inline(__always)
  func length(of field: Field) -> Int {
    ends[field.rawValue] - (field.rawValue == 0 ? 0 : ends[field.rawValue - 1])
  }

  /// The end of each text field of a place when they follow a prefix, with the source category and the names of the
  /// group.
  func packedEnds(from prefix: Int, names: GroupNames, sourceCategoryByteCount: Int) -> InlineArray<9, UInt32> {
    let name = prefix + ends[Field.name.rawValue]
    let inserted = prefix + names.text.count + sourceCategoryByteCount
    let ends: InlineArray<9, Int> = [
      prefix + ends[Field.id.rawValue], name, name + names.codeLength, name + names.text.count,
      name + names.text.count + sourceCategoryByteCount, inserted + ends[Field.phone.rawValue],
      inserted + ends[Field.lotAddress.rawValue], inserted + ends[Field.roadAddress.rawValue],
      inserted + ends[Field.url.rawValue],
    ]
    // A row has less than 4 GiB.
    return InlineArray { UInt32(truncatingIfNeeded: ends[$0]) }
  }

  /// The text, truncated to the maximum byte count of a field.
  static func cut(_ bytes: ByteView) -> ByteView {
    guard bytes.count > maximumFieldBytes else { return bytes }
    var end = maximumFieldBytes
    while end > 0, bytes.byte(at: end) & 0xC0 == 0x80 { end -= 1 }
    return bytes.part(0..<end)
  }

  /// The byte count of a number in LEB128.
  static func variableSize(_ number: Int) -> Int {
    var size = 1
    var rest = number >> 7
    while rest > 0 {
      size += 1
      rest >>= 7
    }
    return size
  }

  /// Reads a number in LEB128; `nil` when it does not end.
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
