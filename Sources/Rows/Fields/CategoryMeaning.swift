package import Domain
import Tables

/// The meaning of a word in a vocabulary: a group, or a kind with its wider kinds and their group.
package struct CategoryMeaning: BitwiseCopyable {
  /// The ordinal of a group for places without one; groups have smaller numbers.
  @inlinable
  public static var noGroup: UInt8 { 18 }

  /// The ordinal of the group, or ``noGroup``.
  package var group = CategoryMeaning.noGroup
  package var kinds = CategoryMask.none

  package static let none = CategoryMeaning()

  package init() {}

  package init(_ category: PlaceCategory?) {
    if let ordinal = category?.group?.ordinal { group = UInt8(ordinal) }
    guard case .kind(let kind) = category else { return }
    for kind in [kind] + kind.wider { kinds.insert(Int(kind.number)) }
  }

  /// The group as a set, one bit per group.
  package var groups: UInt32 { group == CategoryMeaning.noGroup ? 0 : 1 << UInt32(group) }
  package var isNone: Bool { group == CategoryMeaning.noGroup && kinds.isEmpty }
}

extension CategoryGroup {
  /// The group's bit in a set of groups.
  package var bit: UInt32 { 1 << UInt32(ordinal) }
}
