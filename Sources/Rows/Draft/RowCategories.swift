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

/// The groups and kinds of a row, from its category columns, its tags, and the title of its name column.
package struct RowCategories: BitwiseCopyable {
  /// Whether OpenStreetMap tags mark a station, and the metro.
  var isStation = false
  var isMetro = false
  package var ofNameColumn = CategoryMeaning.none

  /// The categories in the columns or tags of the row.
  private struct SourceCategories: BitwiseCopyable {
    var precedence = Precedence.none
    package var groups: UInt32 = 0
    var primary = CategoryMeaning.noGroup
    package var kinds = CategoryMask.none
  }

  private var tag = SourceCategories()
  private var column = SourceCategories()
  /// Overture's basic category: a broader name, which is used if no other name of the row is known.
  private var basic = CategoryMeaning.none
  private var hasKnownName = false
  /// The kinds in lower-ranked columns.
  private var otherKinds = CategoryMask.none

  /// Adds the category of a tag or of a list of words; the group from the best source is displayed.
  mutating func add(_ meaning: CategoryMeaning, _ precedence: Precedence) {
    let limit = Precedence(.basicCategory)
    if precedence == limit { return basic = meaning }
    if precedence < limit { hasKnownName = true }
    tag.kinds.formUnion(meaning.kinds)
    guard meaning.group != CategoryMeaning.noGroup else { return }
    tag.groups |= meaning.groups
    if precedence < tag.precedence {
      tag.precedence = precedence
      tag.primary = meaning.group
    }
  }

  /// Records a category column.
  ///
  /// A lower-ranked column may only add kinds within the best column's groups.
  mutating func add(column meaning: CategoryMeaning, _ precedence: Precedence) {
    otherKinds.formUnion(meaning.kinds)
    guard precedence <= column.precedence else { return }
    if precedence < column.precedence { column = SourceCategories(precedence: precedence) }
    if column.primary == CategoryMeaning.noGroup { column.primary = meaning.group }
    column.groups |= meaning.groups
    column.kinds.formUnion(meaning.kinds)
  }

  private var isMetroStation: Bool { isStation && isMetro }
  private var basicIfNeeded: CategoryMeaning { hasKnownName ? .none : basic }
  package var groups: UInt32 {
    column.groups | tag.groups | basicIfNeeded.groups | (isMetroStation ? CategoryGroup.subway.bit : 0)
  }
  package var shown: UInt8 {
    var primary = column.primary
    if primary == CategoryMeaning.noGroup { primary = basicIfNeeded.group }
    if primary == CategoryMeaning.noGroup { primary = tag.primary }
    return primary == CategoryMeaning.noGroup && isMetroStation ? UInt8(CategoryGroup.subway.ordinal) : primary
  }
  package func kinds(_ vocabulary: ImportVocabulary) -> CategoryMask {
    var kinds = column.kinds
    if !otherKinds.isEmpty { kinds.formUnion(otherKinds.intersection(vocabulary.kinds(ofGroups: column.groups))) }
    kinds.formUnion(tag.kinds)
    kinds.formUnion(basicIfNeeded.kinds)
    return kinds
  }
  /// Whether a category column states that the place belongs to no category.
  package var isOfNone: Bool { column.precedence != .none && column.groups == 0 && column.kinds.isEmpty }
}

extension CategoryGroup {
  /// The group's bit in a set of groups.
  package var bit: UInt32 { 1 << UInt32(ordinal) }
}
