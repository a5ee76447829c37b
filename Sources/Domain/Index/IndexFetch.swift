/// What to fetch from a service, to be kept as an index.
public struct IndexFetchRequest: Sendable, Hashable {
  /// The circle or the rectangle whose places are fetched.
  public var area: SearchArea
  /// The categories that are fetched; `any` for every known one.
  public var categories: [PlaceCategory]
  /// The file to write; an existing one is replaced in one step at the end.
  public var output: String
  /// Which further facts are kept.
  public var attributes = AttributeChoice()
  /// Whether the directory of the output is created.
  public var makesDirectories = false
  /// Whether more may be fetched than a service for all should be asked without a second thought.
  public var allowsLarge = false

  public init(area: SearchArea, categories: [PlaceCategory], output: String) {
    self.area = area
    self.categories = categories
    self.output = output
  }
}

/// The progress of fetching an area, which is done in parts.
public struct IndexFetchProgress: Sendable, Hashable {
  /// Parts that are on this machine.
  public var partsDone = 0
  /// Parts known so far; grows as parts that are too much for one answer are halved.
  public var partsKnown = 0
  /// Elements of those parts; one at the edge of two counts in both.
  public var elements = 0
  /// Bytes of those parts.
  public var bytes = 0

  public init() {}
}

/// Why an area was not fetched.
public enum IndexFetchError: Error, Sendable, Hashable {
  /// The service did not answer; the parts that are done wait on this machine, and the next try goes on behind them.
  case stopped(PlaceSearchError, IndexFetchProgress)
  /// The area is larger than should be asked of a service for all, and takes at least so many requests.
  case areaTooLarge(Service, squareKilometers: Double, requests: Int)
  /// There is more than should be asked of a service for all.
  case tooLarge(Service, elements: Int, bytes: Int)
  /// The maximum number of requests was sent; the next try goes on behind the parts that are done.
  case requestsSpent(limit: Int, IndexFetchProgress)
  /// Another process is fetching the same area.
  case running(path: String)
  /// The parts or the index could not be read or written.
  case file(IndexFileError)
}

/// An index that was fetched from a service, and can be chosen for a question.
public struct FetchedIndex: Sendable, Hashable {
  /// The file.
  public let path: String
  /// The time of the data, as the service gives it.
  public let dataTime: String?

  public init(path: String, dataTime: String?) {
    self.path = path
    self.dataTime = dataTime
  }
}
