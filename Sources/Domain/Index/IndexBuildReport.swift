/// The progress of building an index.
public struct IndexBuildProgress: Sendable, Hashable {
  /// The number of bytes read so far.
  public let bytesRead: Int
  /// The size of all inputs in bytes.
  public let bytesTotal: Int
  /// The number of places so far.
  public let places: Int

  public init(bytesRead: Int, bytesTotal: Int, places: Int) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
    self.places = places
  }
}

/// The result of building an index.
public struct IndexBuildReport: Sendable, Hashable {
  /// The summary of the new index.
  public let summary: IndexSummary
  /// The number of rows read, including skipped rows.
  public let rowCount: Int
  /// The number of rows merged into a place with the same id.
  public let mergedCount: Int
  /// The skipped rows, by reason.
  public let skipped: [SkippedRows]
  /// The result of each input.
  public var inputs: [InputReport] = []
  /// Different places with the same id; `nil` if all ids are unique.
  public var clashes: IdentifierClashes?
  /// Inputs whose latitudes and longitudes are probably swapped.
  public var swappedInputs: [SwappedInput] = []
  /// The declared areas in which the index has no places.
  public var emptyCoverage: [SearchArea] = []
  /// The previous index at the output path; `nil` if there was none.
  public var replaced: IndexSummary?
  /// Whether the new index includes the places of the previous one.
  public var isAddition = false
  /// The changes to the places of inputs that were read again or removed.
  public var changes: [IndexInputChange] = []

  /// An input outside the area of the other inputs, but inside if latitudes and longitudes are swapped.
  public struct SwappedInput: Sendable, Hashable {
    public let name: String
    /// The rectangle around the input's places.
    public let bounds: BoundingBox

    public init(name: String, bounds: BoundingBox) {
      self.name = name
      self.bounds = bounds
    }
  }

  /// The reason why a download has no streets; `nil` for other indexes.
  public var groundFailure: IndexFileError?

  /// Whether this was a trial, which writes nothing.
  public var isTrial = false
  /// Some places of a trial.
  public var examples: [Place] = []

  public init(summary: IndexSummary, rowCount: Int, mergedCount: Int, skipped: [SkippedRows]) {
    self.summary = summary
    self.rowCount = rowCount
    self.mergedCount = mergedCount
    self.skipped = skipped
  }
}

/// Places with the id of another place.
///
/// An id is unique within one source only: rows with the same id in two inputs, or far apart in one input, are
/// different places. Such a place gets a suffix on its id.
public struct IdentifierClashes: Sendable, Hashable {
  /// The number of places with a suffix, at least 1.
  public var count: Int
  /// The id of the first clash.
  public let id: String
  /// The names of the two places with that id; empty for a place without a name.
  public let names: [String]
  /// The distance between the two places in metres.
  public let meters: Double

  public init(count: Int, id: String, names: [String], meters: Double) {
    self.count = count
    self.id = id
    self.names = names
    self.meters = meters
  }
}
