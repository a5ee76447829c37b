/// The texts of one place and its further facts, packed into a single buffer of UTF-8.
///
/// A batch answers with millions of places, and one allocation for each instead of nine makes that cheap; the places
/// of one answer may share theirs. An empty field is an absent one: an answer has no empty text.
public struct PlaceText: Sendable {
  /// Bytes of one end offset in the header of the buffer.
  @inlinable static var offsetWidth: Int { 4 }
  /// Bytes of the header of the buffer.
  @inlinable package static var headSize: Int { (Field.count + 1) * offsetWidth }

  /// From ``start`` on a header of one little-endian end offset for each field and one for the further facts, counted
  /// from there, then the text of all fields, then the further facts: each a key and a value, both with a zero behind.
  @usableFromInline let packed: [UInt8]
  @usableFromInline let start: Int

  /// Packs fields.
  ///
  /// - Parameters:
  ///   - attributes: The further facts, in any order. Of two with one key the first counts, and none without a value.
  ///   - value: Gives the text of a field; `nil` and `""` both mean absent.
  /// - Complexity: One allocation and one pass over the text.
  public init(attributes: [PlaceAttribute] = [], _ value: (Field) -> String?) {
    self.init(attributes: attributes) { field, packed in
      if let text = value(field) { packed.append(contentsOf: text.utf8) }
    }
  }

  /// Packs fields whose bytes the caller holds.
  ///
  /// - Parameters:
  ///   - capacity: Bytes of text to make room for at once.
  ///   - attributes: The further facts.
  ///   - append: Appends the text of a field, valid UTF-8; nothing for an absent one.
  /// - Complexity: One allocation, when the capacity is enough, and one pass over the text.
  package init(
    capacity: Int = 0,
    attributes: [PlaceAttribute] = [],
    appending append: (Field, inout [UInt8]) -> Void
  ) {
    var packed: [UInt8] = []
    packed.reserveCapacity(Self.headSize + capacity)
    packed.append(contentsOf: repeatElement(0, count: Self.headSize))
    for field in Field.allCases {
      append(field, &packed)
      Self.setEnd(at: field.rawValue, to: packed.count, in: &packed)
    }
    if !attributes.isEmpty { PlaceAttribute.append(attributes, to: &packed) }
    Self.setEnd(at: Field.count, to: packed.count, in: &packed)
    self.packed = packed
    start = 0
  }

  /// Adopts text fields that are already packed, perhaps among those of other places.
  ///
  /// - Parameters:
  ///   - packed: At `start` a header of one ascending end offset for each field and one for the further facts, counted
  ///     from there, then the text of all fields, then the further facts: valid UTF-8.
  ///   - start: Where the header begins.
  package init(packed: [UInt8], at start: Int = 0) {
    self.packed = packed
    self.start = start
    assert(start >= 0 && packed.count - start >= Self.headSize && attributeRange.upperBound <= packed.count)
  }

  /// Where the text of all fields lies in ``utf8``.
  @inlinable public var range: Range<Int> { start + Self.headSize..<start + end(at: Field.count - 1) }

  /// The bytes of all texts and further facts.
  @inlinable package var byteCount: Int { end(at: Field.count) - Self.headSize }

  /// Where the further facts lie in ``utf8``; empty without any.
  @inlinable package var attributeRange: Range<Int> {
    start + end(at: Field.count - 1)..<start + end(at: Field.count)
  }

  /// Where the value of a key of further facts lies in ``utf8``; empty when it is not known.
  package func attributeRange(of wanted: [UInt8]) -> Range<Int> {
    var found = attributeRange.lowerBound..<attributeRange.lowerBound
    PlaceAttribute.visit(packed[attributeRange]) { key, value in
      if packed[key].elementsEqual(wanted) { found = value }
    }
    return found
  }

  /// The further facts by key, in the order of the keys.
  public var attributes: [PlaceAttribute] { PlaceAttribute.unpacked(packed[attributeRange]) }

  /// Where a field lies in ``utf8``; empty when the field is absent.
  @inlinable public func range(of field: Field) -> Range<Int> {
    let first = field.rawValue == 0 ? Self.headSize : end(at: field.rawValue - 1)
    return start &+ first..<start &+ end(at: field.rawValue)
  }

  /// The buffer that ``range(of:)`` points into; its text is valid UTF-8, and other places may have theirs there too.
  @inlinable public var utf8: [UInt8] { packed }

  /// The text of a field, `nil` when absent.
  public subscript(field: Field) -> String? {
    let range = range(of: field)
    return range.isEmpty ? nil : String(decoding: packed[range], as: UTF8.self)
  }

  @inlinable func end(at position: Int) -> Int {
    let at = start &+ position &* Self.offsetWidth
    precondition(at >= 0 && at <= packed.count &- Self.offsetWidth)
    let end = unsafe packed.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    return Int(UInt32(littleEndian: end))
  }

  private static func setEnd(at position: Int, to end: Int, in packed: inout [UInt8]) {
    let at = position * offsetWidth
    for byte in 0..<offsetWidth { packed[at + byte] = UInt8(truncatingIfNeeded: end >> (8 * byte)) }
  }
}

extension PlaceText: Hashable {
  private var bytes: ArraySlice<UInt8> { packed[start..<attributeRange.upperBound] }

  public static func == (lhs: PlaceText, rhs: PlaceText) -> Bool { lhs.bytes == rhs.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
