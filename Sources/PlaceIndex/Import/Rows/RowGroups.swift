import Domain

/// The groups that one row names, in its columns of categories, its tags and the name of its column of names.
struct RowGroups: BitwiseCopyable {
  /// Whether OpenStreetMap's tags say that this is a station, and one of the metro.
  var isStation = false
  var isMetro = false
  /// The group that follows from the title of the column of names.
  var nameGroup = RowFormat.noGroup

  /// The rank of the tag that the shown group comes from; `Int.max` without one.
  private(set) var tagRank = Int.max
  /// The rank of the column that the group comes from; `Int.max` without one.
  private(set) var columnRank = Int.max
  private var tagGroups: UInt32 = 0
  private var tagPrimary = RowFormat.noGroup
  private var columnGroups: UInt32 = 0
  private var columnPrimary = RowFormat.noGroup

  /// Adds a group that a tag or a list of words names; the one with the best rank is the one that is shown.
  mutating func add(group: UInt8, rank: Int) {
    tagGroups |= 1 << UInt32(group)
    guard rank < tagRank else { return }
    tagRank = rank
    tagPrimary = group
  }

  /// Adds a group that a column of categories names: a better column says it alone.
  ///
  /// - Parameters:
  ///   - group: The group; ``RowFormat/noGroup`` when the column says that the place belongs to none.
  ///   - rank: How good the column is.
  mutating func add(columnGroup group: UInt8, rank: Int) {
    guard rank <= columnRank else { return }
    if rank < columnRank { (columnGroups, columnPrimary) = (0, group) }
    columnRank = rank
    if group != RowFormat.noGroup { columnGroups |= 1 << UInt32(group) }
  }

  /// One bit for each group that the row names.
  var all: UInt32 {
    columnGroups | tagGroups | (isStation && isMetro ? CategoryGroup.subway.bit : 0)
  }
  /// The group that is shown of those that the row names.
  var primary: UInt8 {
    if columnPrimary != RowFormat.noGroup { return columnPrimary }
    return tagPrimary == RowFormat.noGroup && isStation && isMetro ? UInt8(CategoryGroup.subway.ordinal) : tagPrimary
  }
  /// Whether the row says that its place belongs to no group.
  var isOfNoGroup: Bool { columnRank != .max && columnGroups == 0 }
}
