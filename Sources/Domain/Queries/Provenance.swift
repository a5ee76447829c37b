/// The source of a result, with its date, licence notice and number of requests.
public struct Provenance: Sendable, Hashable {
  /// The source.
  public let source: Source
  /// The number of requests sent to a service for this result, including retries.
  public var requests: Int
  /// The notice that the data's licence requires.
  public var attribution: String?
  /// The report on a file of rows that was read for this result; `nil` for an index or a service.
  public let reading: InputReading?
  /// The time of the data according to the service, such as `2026-11-22T00:00:00Z`; `nil` if it isn't a ``DataTime``.
  public let dataTime: String?
  /// The age of the result if it came from the cache; `nil` for a new result.
  public let age: Duration?

  public init(
    source: Source,
    requests: Int = 0,
    attribution: String? = nil,
    reading: InputReading? = nil,
    dataTime: String? = nil,
    age: Duration? = nil
  ) {
    self.source = source
    self.requests = requests
    self.attribution = attribution
    self.reading = reading
    self.dataTime = DataTime.read(dataTime)
    self.age = age
  }
}

/// The report on a file of rows that was read for a result.
public struct InputReading: Sendable, Hashable {
  /// The reports on the file's inputs.
  public let inputs: [InputReport]
  /// The rows that didn't become places.
  public let skipped: [SkippedRows]
  /// The coverage that files next to the inputs declare.
  public var coverages: [DeclaredCoverage] = []

  public init(inputs: [InputReport], skipped: [SkippedRows]) {
    self.inputs = inputs
    self.skipped = skipped
  }
}
