/// The progress of building an index.
public struct IndexBuildProgress: Sendable, Hashable {
  /// Bytes of the inputs read so far.
  public let bytesRead: Int
  /// Bytes of all inputs.
  public let bytesTotal: Int
  /// Places so far.
  public let places: Int

  public init(bytesRead: Int, bytesTotal: Int, places: Int) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
    self.places = places
  }
}

/// The result of building an index.
public struct IndexBuildReport: Sendable, Hashable {
  /// The index that was written.
  public let summary: IndexSummary
  /// Rows read, the skipped ones included.
  public let rowCount: Int
  /// Rows merged into a place with the same id.
  public let mergedCount: Int
  /// Rows skipped, by reason.
  public let skipped: [SkippedRows]
  /// The result for the rows of each input.
  public var inputs: [InputReport] = []
  /// Places that have the id of another place; `nil` when the ids are unique.
  public var clashes: IdentifierClashes?
  /// Inputs that probably have latitudes and longitudes exchanged.
  public var swappedInputs: [SwappedInput] = []
  /// The index that was at the output before; `nil` for none.
  public var replaced: IndexSummary?
  /// Whether the places of that index are in the new one too.
  public var isAddition = false
  /// What became of the places of inputs that were there before, and were read again or removed.
  public var changes: [IndexInputChange] = []

  /// An input whose places lie outside those of the others, and inside with latitudes and longitudes exchanged.
  public struct SwappedInput: Sendable, Hashable {
    public let name: String
    /// The rectangle around its places.
    public let bounds: BoundingBox

    public init(name: String, bounds: BoundingBox) {
      self.name = name
      self.bounds = bounds
    }
  }

  public init(summary: IndexSummary, rowCount: Int, mergedCount: Int, skipped: [SkippedRows]) {
    self.summary = summary
    self.rowCount = rowCount
    self.mergedCount = mergedCount
    self.skipped = skipped
  }
}

/// Places that came with the id of another place, with the first of them.
///
/// An id is unique in one source only: the same id in two inputs, or far apart in one, is not one place. Such a place
/// is kept, with a suffix added to its id that distinguishes the two.
public struct IdentifierClashes: Sendable, Hashable {
  /// How many there were, 1 or more.
  public var count: Int
  /// The id of the first.
  public let id: String
  /// The names of the two places that have it; empty for a place without a name.
  public let names: [String]
  /// How far apart those two are, in metres.
  public let meters: Double

  public init(count: Int, id: String, names: [String], meters: Double) {
    self.count = count
    self.id = id
    self.names = names
    self.meters = meters
  }
}
