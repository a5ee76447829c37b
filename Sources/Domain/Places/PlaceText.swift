/// The texts and attributes of a place, packed into one buffer of UTF-8.
///
/// A batch returns millions of places: one allocation per place replaces nine, and the places of a result may share a
/// buffer. An empty field is absent.
public struct PlaceText: Sendable {
  /// The size in bytes of an end offset in the header.
  @inlinable static var offsetWidth: Int { 4 }
  /// The size of the header in bytes.
  @inlinable package static var headSize: Int { (Field.count + 1) * offsetWidth }

  private static let emptyHead = [UInt8](repeating: 0, count: headSize)

  /// The packed texts.
  ///
  /// From ``start``: a header with one little-endian end offset per field and one for the attributes, counted from
  /// ``start``; then the text of all fields; then the attributes, a key and a value each, both with a zero byte at the
  /// end.
  @usableFromInline let packed: [UInt8]
  @usableFromInline let start: Int

  /// Packs fields.
  ///
  /// - Parameters:
  ///   - attributes: The attributes, in any order. The first of several with the same key counts; attributes without a
  ///     value are dropped.
  ///   - value: Returns the text of a field; `nil` and `""` both mean absent.
  /// - Complexity: One allocation and one pass over the text.
  public init(attributes: [PlaceAttribute] = [], _ value: (Field) -> String?) {
    self.init(attributes: attributes) { field, packed in
      if let text = value(field) { packed.append(contentsOf: text.utf8) }
    }
  }

  /// Packs fields whose bytes the caller has.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes of text to reserve.
  ///   - attributes: The attributes.
  ///   - append: Appends the text of a field as valid UTF-8; appends nothing for an absent field.
  /// - Complexity: One allocation if the capacity suffices, and one pass over the text.
  package init(
    capacity: Int = 0,
    attributes: [PlaceAttribute] = [],
    appending append: (Field, inout [UInt8]) -> Void
  ) {
    var packed: [UInt8] = []
    packed.reserveCapacity(Self.headSize + capacity)
    packed.append(contentsOf: Self.emptyHead)
    for field in Field.allCases {
      append(field, &packed)
      Self.setEnd(at: field.rawValue, to: packed.count, in: &packed)
    }
    if !attributes.isEmpty { PlaceAttribute.append(attributes, to: &packed) }
    Self.setEnd(at: Field.count, to: packed.count, in: &packed)
    self.packed = packed
    start = 0
  }

  /// Adopts fields that are already packed, possibly in a buffer shared with other places.
  ///
  /// - Parameters:
  ///   - packed: The buffer. At `start` there is a header with one ascending end offset per field and one for the
  ///     attributes, counted from `start`; then the text of all fields; then the attributes. All text is valid UTF-8.
  ///   - start: The offset of the header.
  package init(packed: [UInt8], at start: Int = 0) {
    self.packed = packed
    self.start = start
    assert(start >= 0 && packed.count - start >= Self.headSize && attributeRange.upperBound <= packed.count)
  }

  /// The range of all fields in ``utf8``.
  @inlinable public var range: Range<Int> { start + Self.headSize..<start + end(at: Field.count - 1) }

  /// The range of the attributes in ``utf8``; empty if there are none.
  @inlinable package var attributeRange: Range<Int> {
    start + end(at: Field.count - 1)..<start + end(at: Field.count)
  }

  /// Returns the range of an attribute's value in ``utf8``; empty if the place doesn't have the attribute.
  package func attributeRange(of wanted: [UInt8]) -> Range<Int> {
    var found = attributeRange.lowerBound..<attributeRange.lowerBound
    PlaceAttribute.forEach(in: packed[attributeRange]) { key, value in
      if packed[key].elementsEqual(wanted) { found = value }
    }
    return found
  }

  /// The attributes, sorted by key.
  public var attributes: [PlaceAttribute] { PlaceAttribute.unpacked(packed[attributeRange]) }

  /// Returns the range of a field in ``utf8``; empty if the field is absent.
  @inlinable public func range(of field: Field) -> Range<Int> {
    let first = field.rawValue == 0 ? Self.headSize : end(at: field.rawValue - 1)
    return start &+ first..<start &+ end(at: field.rawValue)
  }

  /// The buffer that the ranges refer to, valid UTF-8; it may contain the texts of other places too.
  @inlinable public var utf8: [UInt8] { packed }

  /// The text of a field; `nil` if it is absent.
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
