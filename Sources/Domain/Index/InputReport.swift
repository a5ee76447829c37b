/// The result of importing one input.
public struct InputReport: Sendable, Hashable {
  public let path: String
  /// The archive that contains the file and was named as the input; `nil` for any other file.
  public var archive: String?
  /// The known dataset of the input, such as `SEMAS shops`; `nil` for any other file.
  public var dataset: String?
  /// The assumed single-byte encoding of the text; the bytes also fit other such encodings.
  public var encoding: String?
  /// The meaning of the columns or properties; `nil` for an index and for OpenStreetMap's own formats.
  public var mapping: ColumnMapping?
  /// The rules that were chosen for the input, without its columns.
  public var rules = ImportRules()
  /// The number of rows read, including skipped rows.
  public let rowCount: Int
  /// The number of rows that became places.
  public let placeCount: Int
  /// The number of places without a known category; no search by category finds them.
  public var ungroupedCount = 0
  /// The number of places without a name.
  public var unnamedCount = 0
  /// The number of places whose latitude and longitude are swapped: only the swapped pair is on the globe.
  public var reversedCount = 0
  /// The column with both coordinates whose order nothing shows.
  public var columnOfAssumedOrder: String?
  /// Whether that column was read with the longitude first, as a list in JSON.
  public var isLongitudeAssumedFirst = false
  /// The divisor of degrees without a decimal point, such as 100,000; `nil` if there are none.
  public var degreeDivisor: Int?
  /// The number of places whose outline is incomplete in the input, for example at the border of an extract.
  public var partialCount = 0
  /// The service's remark about truncating the response that this input is, or the sign that it is one page; `nil` for
  /// any other input.
  public var remark: String?
  /// Files in the same archive that contain no places.
  public var ignoredEntries: [String] = []

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
