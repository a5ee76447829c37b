import Domain

/// A text of at most 32 bytes, copied in one go whatever its length.
///
/// A record is made of dozens of such chunks; a call to copy each of them took longer than the copying.
struct ShortText: Sendable {
  /// The maximum byte count: one vector of the processor, which has room for every slug, code and key of an answer.
  static let capacity = 32

  /// The text, and zeros behind it.
  let bytes: SIMD32<UInt8>
  /// How many bytes the text has.
  let count: Int

  init(_ text: String) {
    assert(text.utf8.count <= Self.capacity)
    var bytes = SIMD32<UInt8>(repeating: 0)
    var count = 0
    for byte in text.utf8.prefix(Self.capacity) {
      bytes[count] = byte
      count += 1
    }
    self.bytes = bytes
    self.count = count
  }

  var hasComma: Bool { (0..<count).contains { bytes[$0] == UInt8(ascii: ",") } }
}

/// The text that a place's group puts into an answer, ready to be copied.
struct GroupText: Sendable {
  /// Slug, code and name of each group.
  private let texts: [ShortText] = CategoryGroup.allCases.flatMap {
    [ShortText($0.slug), ShortText($0.code), ShortText($0.koreanName)]
  }

  /// The text of a group in one of the fields `category`, `category_group_code` and `category_group_name`.
  @inline(__always)
  func text(for field: PlaceField, of group: CategoryGroup) -> ShortText {
    texts[group.ordinal * 3 + (field == .category ? 0 : field == .groupCode ? 1 : 2)]
  }
}
