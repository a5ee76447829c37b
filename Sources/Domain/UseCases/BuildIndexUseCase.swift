/// Builds an index file out of open data.
public protocol BuildIndexUseCase: Sendable {
  /// Reads the inputs and writes one index; what stood at the output before stays until the new index is complete.
  ///
  /// - Parameters:
  ///   - request: What to read, what to write, and by which rules.
  ///   - progress: Told now and then how far the reading has come; called on any thread.
  /// - Returns: What was built and what was left out.
  /// - Throws: When an input cannot be read, no place is left, or the output cannot be written.
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport
}

/// What to build an index from, and by which rules.
public struct IndexBuildRequest: Sendable, Hashable {
  /// The files to read, in this order: GeoJSON, GeoJSONSeq, NDJSON or CSV.
  public var inputs: [String]
  /// The file to write.
  public var output: String
  /// Whether the output is the usual index, whose directory is made when it is missing.
  public var isOutputUsual = false
  /// Whether a file at the output that is no index may be replaced too.
  public var replacesAnything = false
  /// Whether the places of the index at the output stay in it.
  public var addsToOutput = false
  /// The group of every place, whatever the inputs say; `nil` to go by the inputs.
  public var forcedGroup: CategoryGroup?
  /// The group of every place of an input, by its path.
  public var groupsByInput: [String: CategoryGroup] = [:]
  /// The grid of coordinates that are not degrees; `nil` to go by the inputs.
  public var grid: MapGrid?
  /// The columns of tables whose titles do not tell what they hold.
  public var columns = ColumnChoice()
  /// The language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// The least confidence of a row that gives one, 0...1; `nil` for any.
  public var minimumConfidence: Double?
  /// Whether places that are closed are kept.
  public var includesClosed = false
  /// Whether a row that is skipped is an error.
  public var isStrict = false
  /// The notice that the data's licence asks for.
  public var attribution: String?
  /// The data's licence.
  public var license: String?
  /// Which release of the data it is.
  public var release: String?
  /// The time to note in the index, in seconds since 1970-01-01 00:00 UTC; `nil` for now.
  public var builtAtSeconds: Int64?

  /// Makes a request with every default.
  ///
  /// - Parameters:
  ///   - inputs: The files to read.
  ///   - output: The file to write.
  public init(inputs: [String], output: String) {
    self.inputs = inputs
    self.output = output
  }
}

/// How far the building of an index has come.
public struct IndexBuildProgress: Sendable, Hashable {
  /// Bytes of the inputs read so far.
  public let bytesRead: Int
  /// Bytes of all inputs.
  public let bytesTotal: Int
  /// Places so far.
  public let places: Int

  /// Makes a progress report.
  public init(bytesRead: Int, bytesTotal: Int, places: Int) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
    self.places = places
  }
}

/// What became of the inputs of an index.
public struct IndexBuildReport: Sendable, Hashable {
  /// The index that was written.
  public let summary: IndexSummary
  /// Rows read, the skipped ones included.
  public let rowCount: Int
  /// Rows merged into a place with the same id.
  public let mergedCount: Int
  /// Rows skipped, by reason.
  public let skipped: [SkippedRows]
  /// How the rows of each input fared.
  public let inputs: [InputReport]
  /// Places that have the id of another place; `nil` when every id is one place's own.
  public let clashes: IdentifierClashes?
  /// The index that stood at the output before.
  public let replaced: IndexSummary?
  /// Whether the places of that index are in the new one too.
  public let isAddition: Bool

  /// Makes a report.
  public init(
    summary: IndexSummary,
    rowCount: Int,
    mergedCount: Int,
    skipped: [SkippedRows],
    inputs: [InputReport] = [],
    clashes: IdentifierClashes? = nil,
    replaced: IndexSummary? = nil,
    isAddition: Bool = false
  ) {
    self.summary = summary
    self.rowCount = rowCount
    self.mergedCount = mergedCount
    self.skipped = skipped
    self.inputs = inputs
    self.clashes = clashes
    self.replaced = replaced
    self.isAddition = isAddition
  }
}
