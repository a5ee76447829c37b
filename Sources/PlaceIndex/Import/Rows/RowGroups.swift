import Domain

/// The groups that a row names in its category columns and tags, and that follow from the title of its name column.
struct RowGroups: BitwiseCopyable {
  /// Whether tags of OpenStreetMap mark a station, and one of the metro.
  var isStation = false
  var isMetro = false
  /// The group that follows from the title of the name column.
  var nameGroup = RowFormat.noGroup

  private var tagPrecedence = Precedence.none
  private(set) var columnPrecedence = Precedence.none
  private var tagGroups: UInt32 = 0
  private var tagPrimary = RowFormat.noGroup
  private var columnGroups: UInt32 = 0
  private var columnPrimary = RowFormat.noGroup

  /// Adds a group that a tag or a list of words names; the one from the best source is displayed.
  mutating func add(group: UInt8, _ precedence: Precedence) {
    tagGroups |= 1 << UInt32(group)
    guard precedence < tagPrecedence else { return }
    tagPrecedence = precedence
    tagPrimary = group
  }

  /// Adds a group that a category column names; a better column replaces the others.
  ///
  /// - Parameters:
  ///   - group: The group; ``RowFormat/noGroup`` if the column says that the place belongs to none.
  ///   - precedence: How good the column is.
  mutating func add(columnGroup group: UInt8, _ precedence: Precedence) {
    guard precedence <= columnPrecedence else { return }
    if precedence < columnPrecedence { (columnGroups, columnPrimary) = (0, group) }
    columnPrecedence = precedence
    if group != RowFormat.noGroup { columnGroups |= 1 << UInt32(group) }
  }

  /// One bit for each group that the row names.
  var all: UInt32 {
    columnGroups | tagGroups | (isStation && isMetro ? CategoryGroup.subway.bit : 0)
  }
  /// The displayed group.
  var primary: UInt8 {
    if columnPrimary != RowFormat.noGroup { return columnPrimary }
    return tagPrimary == RowFormat.noGroup && isStation && isMetro ? UInt8(CategoryGroup.subway.ordinal) : tagPrimary
  }
  /// Whether the row says that its place belongs to no group.
  var isOfNoGroup: Bool { columnPrecedence != .none && columnGroups == 0 }
}
