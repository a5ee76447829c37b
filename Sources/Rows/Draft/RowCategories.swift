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

  /// Returns the groups, the displayed group and the kinds, and whether a category column states that the place belongs
  /// to no category.
  ///
  /// Mutating, because a function that only reads this large value would get a copy of it.
  package mutating func decided(
    _ vocabulary: ImportVocabulary
  ) -> (groups: UInt32, shown: UInt8, kinds: CategoryMask, isOfNone: Bool) {
    let isMetroStation = isStation && isMetro
    let basic = hasKnownName ? CategoryMeaning.none : basic
    var shown = column.primary
    if shown == CategoryMeaning.noGroup { shown = basic.group }
    if shown == CategoryMeaning.noGroup { shown = tag.primary }
    if shown == CategoryMeaning.noGroup, isMetroStation { shown = UInt8(CategoryGroup.subway.ordinal) }
    var kinds = column.kinds
    if !otherKinds.isEmpty { kinds.formUnion(otherKinds.intersection(vocabulary.kinds(ofGroups: column.groups))) }
    kinds.formUnion(tag.kinds)
    kinds.formUnion(basic.kinds)
    return (
      groups: column.groups | tag.groups | basic.groups | (isMetroStation ? CategoryGroup.subway.bit : 0),
      shown: shown,
      kinds: kinds,
      isOfNone: column.precedence != .none && column.groups == 0 && column.kinds.isEmpty
    )
  }
}
