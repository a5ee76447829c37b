import Domain

/// The meaning of a word in a vocabulary: a group, or a kind with its wider kinds and their group.
struct CategoryMeaning: BitwiseCopyable {
  /// The ordinal of the group, or ``RowFormat/noGroup``.
  var group = RowFormat.noGroup
  var kinds = CategoryMask.none

  static let none = CategoryMeaning()

  init() {}

  init(_ category: PlaceCategory?) {
    if let ordinal = category?.group?.ordinal { group = UInt8(ordinal) }
    guard case .kind(let kind) = category else { return }
    for kind in [kind] + kind.wider { kinds.insert(Int(kind.number)) }
  }

  /// The group as a set, one bit per group.
  var groups: UInt32 { group == RowFormat.noGroup ? 0 : 1 << UInt32(group) }
  var isNone: Bool { group == RowFormat.noGroup && kinds.isEmpty }
}

/// The groups and kinds of a row, from its category columns, its tags, and the title of its name column.
struct RowCategories: BitwiseCopyable {
  /// Whether OpenStreetMap tags mark a station, and the metro.
  var isStation = false
  var isMetro = false
  var ofNameColumn = CategoryMeaning.none

  /// The categories in the columns or tags of the row.
  private struct Named: BitwiseCopyable {
    var precedence = Precedence.none
    var groups: UInt32 = 0
    var primary = RowFormat.noGroup
    var kinds = CategoryMask.none
  }

  private var tag = Named()
  private var column = Named()
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
    guard meaning.group != RowFormat.noGroup else { return }
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
    if precedence < column.precedence { column = Named(precedence: precedence) }
    if column.primary == RowFormat.noGroup { column.primary = meaning.group }
    column.groups |= meaning.groups
    column.kinds.formUnion(meaning.kinds)
  }

  private var isMetroStation: Bool { isStation && isMetro }
  private var basicIfNeeded: CategoryMeaning { hasKnownName ? .none : basic }
  var groups: UInt32 {
    column.groups | tag.groups | basicIfNeeded.groups | (isMetroStation ? CategoryGroup.subway.bit : 0)
  }
  var shown: UInt8 {
    var primary = column.primary
    if primary == RowFormat.noGroup { primary = basicIfNeeded.group }
    if primary == RowFormat.noGroup { primary = tag.primary }
    return primary == RowFormat.noGroup && isMetroStation ? UInt8(CategoryGroup.subway.ordinal) : primary
  }
  func kinds(_ vocabulary: ImportVocabulary) -> CategoryMask {
    var kinds = column.kinds
    if !otherKinds.isEmpty { kinds.formUnion(otherKinds.intersection(vocabulary.kinds(ofGroups: column.groups))) }
    kinds.formUnion(tag.kinds)
    kinds.formUnion(basicIfNeeded.kinds)
    return kinds
  }
  /// Whether a category column states that the place belongs to no category.
  var isOfNone: Bool { column.precedence != .none && column.groups == 0 && column.kinds.isEmpty }
}
