import Domain

/// What a word of a vocabulary means: a group, or a kind with the wider ones and their group.
struct CategoryMeaning: BitwiseCopyable {
  /// The ordinal of the group, or ``RowFormat/noGroup``.
  var group = RowFormat.noGroup
  /// The kinds by their numbers.
  var kinds = CategoryMask.none

  /// What belongs to no category.
  static let none = CategoryMeaning()

  init() {}

  init(_ category: PlaceCategory?) {
    group = (category?.group).storedNumber
    guard case .kind(let kind) = category else { return }
    for kind in [kind] + kind.wider { kinds.insert(Int(kind.number)) }
  }

  /// The group as a set, one bit each.
  var groups: UInt32 { group == RowFormat.noGroup ? 0 : 1 << UInt32(group) }
  var isNone: Bool { group == RowFormat.noGroup && kinds.isEmpty }
}

/// The groups and kinds that a row names in its category columns and tags, and that follow from the title of its name column.
struct RowCategories: BitwiseCopyable {
  /// Whether tags of OpenStreetMap mark a station, and one of the metro.
  var isStation = false
  var isMetro = false
  /// What follows from the title of the name column.
  var ofNameColumn = CategoryMeaning.none

  private var tagPrecedence = Precedence.none
  private(set) var columnPrecedence = Precedence.none
  private var tagGroups: UInt32 = 0
  private var tagPrimary = RowFormat.noGroup
  private var tagKinds = CategoryMask.none
  private var columnGroups: UInt32 = 0
  private var columnPrimary = RowFormat.noGroup
  private var columnKinds = CategoryMask.none
  /// The kinds that worse columns name.
  private var otherKinds = CategoryMask.none

  /// Adds what a tag or a list of words names; the group from the best source is displayed.
  mutating func add(_ meaning: CategoryMeaning, _ precedence: Precedence) {
    tagKinds.formUnion(meaning.kinds)
    guard meaning.group != RowFormat.noGroup else { return }
    tagGroups |= meaning.groups
    guard precedence < tagPrecedence else { return }
    tagPrecedence = precedence
    tagPrimary = meaning.group
  }

  /// Adds what a category column names; of worse columns, only kinds of the groups that the best one names count.
  ///
  /// - Parameters:
  ///   - meaning: The meaning; ``CategoryMeaning/none`` if the column says that the place belongs to no category.
  ///   - precedence: How good the column is.
  mutating func add(column meaning: CategoryMeaning, _ precedence: Precedence) {
    otherKinds.formUnion(meaning.kinds)
    guard precedence <= columnPrecedence else { return }
    if precedence < columnPrecedence {
      (columnGroups, columnPrimary, columnKinds) = (0, RowFormat.noGroup, .none)
    }
    columnPrecedence = precedence
    if columnPrimary == RowFormat.noGroup { columnPrimary = meaning.group }
    columnGroups |= meaning.groups
    columnKinds.formUnion(meaning.kinds)
  }

  /// One bit for each group that the row names.
  var groups: UInt32 {
    columnGroups | tagGroups | (isStation && isMetro ? CategoryGroup.subway.bit : 0)
  }
  /// The displayed group.
  var shown: UInt8 {
    if columnPrimary != RowFormat.noGroup { return columnPrimary }
    return tagPrimary == RowFormat.noGroup && isStation && isMetro ? UInt8(CategoryGroup.subway.ordinal) : tagPrimary
  }
  /// The kinds that the row names.
  func kinds(_ vocabulary: ImportVocabulary) -> CategoryMask {
    var kinds = otherKinds.intersection(vocabulary.kinds(ofGroups: columnGroups))
    kinds.formUnion(columnKinds)
    kinds.formUnion(tagKinds)
    return kinds
  }
  /// Whether a category column says that its place belongs to no category.
  var isOfNone: Bool { columnPrecedence != .none && columnGroups == 0 && columnKinds.isEmpty }
  /// Whether the row names a group or a kind.
  var isEmpty: Bool { groups == 0 && tagKinds.isEmpty && columnKinds.isEmpty }
}
