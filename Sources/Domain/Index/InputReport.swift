/// The result for the rows of one input: which of them can be found, and by what.
public struct InputReport: Sendable, Hashable {
  /// The input file.
  public let path: String
  /// The known dataset that the input is, such as `SEMAS shops`; `nil` for any other file.
  public let dataset: String?
  /// The licence of a known dataset.
  public let license: String?
  /// Rows read, the skipped ones included.
  public let rowCount: Int
  /// Rows that became places.
  public let placeCount: Int
  /// Places without a known category: no search by category finds them.
  public let ungroupedCount: Int
  /// Places without a name.
  public let unnamedCount: Int
  /// Places whose two coordinates are in the other order than the name of their column or property says: only so are they on
  /// the globe.
  public let reversedCount: Int
  /// A column that was not used and may hold the categories.
  public let categoryColumn: String?
  /// A column that was not used and may hold the names.
  public let nameColumn: String?
  /// Files of the same archive that held no places.
  public var passedOver: [String] = []

  public init(
    path: String,
    dataset: String? = nil,
    license: String? = nil,
    rowCount: Int,
    placeCount: Int,
    ungroupedCount: Int = 0,
    unnamedCount: Int = 0,
    reversedCount: Int = 0,
    categoryColumn: String? = nil,
    nameColumn: String? = nil
  ) {
    self.path = path
    self.dataset = dataset
    self.license = license
    self.rowCount = rowCount
    self.placeCount = placeCount
    self.ungroupedCount = ungroupedCount
    self.unnamedCount = unnamedCount
    self.reversedCount = reversedCount
    self.categoryColumn = categoryColumn
    self.nameColumn = nameColumn
  }

  /// Whether more than half of the places have no known category.
  public var isMostlyUngrouped: Bool { ungroupedCount * 2 > placeCount }
  /// Whether more than half of the places have no name.
  public var isMostlyUnnamed: Bool { unnamedCount * 2 > placeCount }
}
