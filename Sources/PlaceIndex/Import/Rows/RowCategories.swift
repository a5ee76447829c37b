import Domain

/// What a word of a vocabulary means: a group, or a kind with the wider ones and their group.
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

  /// The group as a set, one bit each.
  var groups: UInt32 { group == RowFormat.noGroup ? 0 : 1 << UInt32(group) }
  var isNone: Bool { group == RowFormat.noGroup && kinds.isEmpty }
}

/// The groups and kinds that a row names in its category columns and tags, and that follow from the title of its name
/// column.
struct RowCategories: BitwiseCopyable {
  /// Whether tags of OpenStreetMap mark a station, and one of the metro.
  var isStation = false
  var isMetro = false
  var ofNameColumn = CategoryMeaning.none

  /// What the columns or the tags of the row name.
  private struct Named: BitwiseCopyable {
    var precedence = Precedence.none
    var groups: UInt32 = 0
    var primary = RowFormat.noGroup
    var kinds = CategoryMask.none
  }

  private var tag = Named()
  private var column = Named()
  /// Overture's basic category: a broader name, which is used if the row has no other known name.
  private var basic = CategoryMeaning.none
  private var hasKnownName = false
  /// The kinds that worse columns name.
  private var otherKinds = CategoryMask.none

  /// Adds what a tag or a list of words names; the group from the best source is displayed.
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

  /// Adds what a category column names, or that it names none; of worse columns only kinds of the groups of the best
  /// count.
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
  /// Whether a category column says that its place belongs to no category.
  var isOfNone: Bool { column.precedence != .none && column.groups == 0 && column.kinds.isEmpty }
}
