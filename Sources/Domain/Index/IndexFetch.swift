/// A request to download an area from a service as an index.
public struct IndexFetchRequest: Sendable, Hashable {
  /// The area to download.
  public var area: SearchArea
  /// The categories to download; `any` for all known categories.
  public var categories: [PlaceCategory]
  /// The file to write; an existing file is replaced in one step at the end.
  public var output: String
  /// The attributes to store.
  public var attributes = AttributeChoice()
  /// Whether to download the streets, water and parks too, which maps draw.
  public var includesGround = false
  /// Whether to create the output's directory.
  public var makesDirectories = false
  /// Whether to allow a download larger than a public service should serve without the user's consent.
  public var allowsLarge = false

  public init(area: SearchArea, categories: [PlaceCategory], output: String) {
    self.area = area
    self.categories = categories
    self.output = output
  }
}

/// The progress of a download, which consists of parts.
public struct IndexFetchProgress: Sendable, Hashable {
  /// Whether the parts have streets, water and parks instead of places.
  public let isOfGround: Bool
  /// The number of downloaded parts.
  public var partsDone = 0
  /// The number of parts known so far; it grows when a part is too large for one response and is halved.
  public var partsKnown = 0
  /// The number of elements in the downloaded parts; an element on the edge of two parts counts twice.
  public var elements = 0
  /// The size of the downloaded parts in bytes.
  public var bytes = 0

  public init(isOfGround: Bool = false) { self.isOfGround = isOfGround }
}

/// An index that was downloaded from a service and can answer queries.
public struct FetchedIndex: Sendable, Hashable {
  public let path: String
  /// The timestamp of the data, as the service writes it.
  public let dataTime: String?

  public init(path: String, dataTime: String?) {
    self.path = path
    self.dataTime = dataTime
  }
}
