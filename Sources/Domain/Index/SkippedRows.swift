/// Rows of an input that were skipped for the same reason.
public struct SkippedRows: Sendable, Hashable {
  /// The reasons for skipping a row.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The coordinate is missing or empty.
    case missingCoordinate = "coordinates_missing"
    /// The row has several coordinates, none of which is the row's own.
    case severalCoordinates = "coordinates_ambiguous"
    /// The coordinate isn't a number.
    case unreadableCoordinate = "coordinates_unreadable"
    /// The coordinate looks like metres of a projection rather than degrees.
    case projectedCoordinate = "coordinates_in_metres"
    /// Latitude and longitude look swapped.
    case swappedCoordinate = "coordinates_swapped"
    /// The coordinate is 0, 0, which usually means a missing coordinate.
    case nullIsland = "null_island"
    /// The coordinate is out of range.
    case coordinateOutOfRange = "coordinates_out_of_range"
    /// The confidence is below the requested minimum.
    case lowConfidence = "low_confidence"
    /// The place is permanently or temporarily closed.
    case closed
    /// The row isn't a place: a shape without points, or an object of another type.
    case notAPlace = "not_a_place"
    /// The row has more cells than the header, so their meaning is unknown.
    case tooManyCells = "too_many_cells"
    /// The row has bytes that aren't text in the file's encoding.
    case notText = "row_not_text"
    /// The row isn't valid in the file's format.
    case malformed
    /// The last row of a table has no line break and is incomplete: the file is truncated.
    case cut

    /// Whether the row was skipped deliberately.
    ///
    /// Any other row may be a place that the user wants.
    public var isByChoice: Bool { self == .closed || self == .lowConfidence }

    /// Whether the row may be a place whose location is unknown.
    fileprivate var isUnplaced: Bool { !isByChoice && self != .notAPlace }
  }

  public let reason: Reason
  /// The number of rows, at least 1.
  public let count: Int
  /// The first skipped row.
  public let example: Example

  public init(reason: Reason, count: Int, example: Example) {
    self.reason = reason
    self.count = count
    self.example = example
  }

  /// A skipped row.
  public struct Example: Sendable, Hashable {
    public let path: String
    /// The number of the row in the file, from 1; a CSV header doesn't count.
    public let row: Int
    /// The beginning of the row, unchanged.
    public let text: String
    /// Whether the row is an element of OpenStreetMap, which has no columns.
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
  /// The number of skipped rows that may be places.
  package var unplacedCount: Int { reduce(0) { $0 + ($1.reason.isUnplaced ? $1.count : 0) } }
}
