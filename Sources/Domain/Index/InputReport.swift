/// The result for the rows of one input: which of them can be found, and by what.
public struct InputReport: Sendable, Hashable {
  /// The input file.
  public let path: String
  /// The archive that the file is of, which was named as the input; `nil` for any other file.
  public var archive: String?
  /// The known dataset that the input is, such as `SEMAS shops`; `nil` for any other file.
  public var dataset: String?
  /// The encoding of one byte for each character that the text was taken for; its bytes do not tell it from others.
  public var encoding: String?
  /// Rows read, the skipped ones included.
  public let rowCount: Int
  /// Rows that became places.
  public let placeCount: Int
  /// Places without a known category: no search by category finds them.
  public var ungroupedCount = 0
  /// Places without a name.
  public var unnamedCount = 0
  /// Places whose two coordinates are in the other order than the name of their column or property says: only so are
  /// they on the globe.
  public var reversedCount = 0
  /// The divisor of degrees without a decimal point, such as 100,000; `nil` if there were none.
  public var degreeDivisor: Int?
  /// Places of which a part of the outline is not in the input, as at the border of an extract.
  public var partialCount = 0
  /// What a service said when it cut its answer short, which the input is; `nil` for any other input.
  public var remark: String?
  /// Files of the same archive that held no places.
  public var passedOver: [String] = []

  public init(path: String, rowCount: Int, placeCount: Int) {
    self.path = path
    self.rowCount = rowCount
    self.placeCount = placeCount
  }

  /// Whether more than half of the places have no known category.
  public var isMostlyUngrouped: Bool { ungroupedCount * 2 > placeCount }
  /// Whether more than half of the places have no name.
  public var isMostlyUnnamed: Bool { unnamedCount * 2 > placeCount }
}
