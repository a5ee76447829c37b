import Domain
import Tables

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
