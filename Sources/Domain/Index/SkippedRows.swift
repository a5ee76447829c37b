/// Rows of an input that did not become places, for one reason.
public struct SkippedRows: Sendable, Hashable {
  /// The reasons a row can be skipped.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// It has no coordinate, or an empty one.
    case missingCoordinate = "coordinates_missing"
    /// Its coordinate is not a number.
    case unreadableCoordinate = "coordinates_unreadable"
    /// Its coordinate looks like metres on a map grid rather than degrees.
    case projectedCoordinate = "coordinates_in_metres"
    /// Latitude and longitude look swapped.
    case swappedCoordinate = "coordinates_swapped"
    /// It lies at 0, 0, which usually stands for a missing coordinate.
    case nullIsland = "null_island"
    /// Its coordinate is outside the globe.
    case coordinateOutOfRange = "coordinates_out_of_range"
    /// Its confidence is below the minimum that was asked for.
    case lowConfidence = "low_confidence"
    /// It is permanently or temporarily closed.
    case closed
    /// It is not a place: a shape without points, or an object of another type.
    case notAPlace = "not_a_place"
    /// It has more cells than the header, so that their meaning is unknown.
    case tooManyCells = "too_many_cells"
    /// It cannot be read as a row of the file's format.
    case malformed
    /// It is the last row of a table, without a line end, and lacks cells or the end of one: the file was cut.
    case cut

    /// Whether a rule left the row out that knew what it was; any other row may be a place that was wanted.
    public var isByChoice: Bool { self == .closed || self == .lowConfidence }

    /// Whether the row may be a place that was wanted, and of which nobody knows where it is.
    fileprivate var isUnplaced: Bool { !isByChoice && self != .notAPlace }
  }

  /// Why they were skipped.
  public let reason: Reason
  /// How many there were, 1 or more.
  public let count: Int
  /// The first of them: its position and its beginning.
  public let example: Example

  public init(reason: Reason, count: Int, example: Example) {
    self.reason = reason
    self.count = count
    self.example = example
  }

  /// One row that was skipped.
  public struct Example: Sendable, Hashable {
    /// The input file.
    public let path: String
    /// The row's number in the file, from 1; for CSV the header does not count.
    public let row: Int
    /// The row's beginning, unchanged.
    public let text: String
    /// Whether it is an element of OpenStreetMap, which has no columns.
    public let isElement: Bool

    public init(path: String, row: Int, text: String, isElement: Bool = false) {
      self.path = path
      self.row = row
      self.text = text
      self.isElement = isElement
    }
  }
}

extension [SkippedRows] {
  /// The number of rows that may be places and are not among them.
  package var unplacedCount: Int { reduce(0) { $0 + ($1.reason.isUnplaced ? $1.count : 0) } }
}
