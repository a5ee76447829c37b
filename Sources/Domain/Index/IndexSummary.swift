/// A category in an index: a group, a kind, or a source's own category.
public struct IndexCategory: Sendable, Hashable {
  public let category: PlaceCategory
  /// The number of places; a place of several categories counts in each.
  public let places: Int

  public init(category: PlaceCategory, places: Int) {
    self.category = category
    self.places = places
  }
}

/// The contents of an index file.
public struct IndexSummary: Sendable, Hashable {
  /// The number of places in a group.
  public struct GroupCount: Sendable, Hashable {
    /// The group; `nil` for places outside the 18 groups.
    public let group: CategoryGroup?
    /// The number of places; a place in several groups counts in each.
    public let places: Int

    public init(group: CategoryGroup?, places: Int) {
      self.group = group
      self.places = places
    }
  }

  /// A section of the file.
  public struct Section: Sendable, Hashable {
    public let name: String
    /// The length in bytes.
    public let bytes: Int

    public init(name: String, bytes: Int) {
      self.name = name
      self.bytes = bytes
    }
  }

  public let path: String
  /// The version of the file format.
  public let formatVersion: Int
  /// The length of the file in bytes.
  public let fileBytes: Int
  /// The number of places.
  public let placeCount: Int
  /// The groups that occur, in the standard order; places without a group come last.
  public var groups: [GroupCount] = []
  /// The rectangle around all places; `nil` without places.
  public var bounds: BoundingBox?
  /// The areas in which the index holds every place of its sources; empty if unknown.
  public var coverage: [SearchArea] = []
  /// The only categories that are complete in the coverage; empty for all categories of the sources.
  public var coveredCategories: [PlaceCategory] = []
  /// The inputs of the index.
  public var inputs: [IndexInput] = []
  /// The release of the data; the earliest if there are several.
  public var release: String?
  /// The latest release of the data, if its parts have several releases.
  public var latestRelease: String?
  /// The latest time of an input, in seconds since 1970-01-01 00:00 UTC; 0 if no time is known.
  public var newestInputAtSeconds: Int64 = 0
  /// The attribute keys.
  public var keys: [IndexKey] = []
  /// The sections of the file, in order.
  public var sections: [Section] = []

  public init(path: String, formatVersion: Int, fileBytes: Int, placeCount: Int) {
    self.path = path
    self.formatVersion = formatVersion
    self.fileBytes = fileBytes
    self.placeCount = placeCount
  }

  /// The names of the inputs without directories and duplicates.
  public var sources: [String] {
    var known: Set<String> = []
    return inputs.map(\.shortName).filter { known.insert($0).inserted }
  }
  /// The extracts of OpenStreetMap among the inputs, if the index declares no coverage.
  public var undeclaredExtracts: [IndexInput] { coverage.isEmpty ? inputs.filter(\.isExtract) : [] }
  /// The attributions that the data's licences require.
  public var attribution: String? { IndexInput.joined(inputs.map(\.attribution)) }
  /// The data's licences.
  public var license: String? { IndexInput.joined(inputs.map(\.license)) }
}

/// A file in a directory of indexes.
public struct IndexListing: Sendable, Hashable {
  public let path: String
  /// The summary, or the reason why the file can't be read as an index.
  public let summary: Result<IndexSummary, IndexFileError>

  public init(path: String, summary: Result<IndexSummary, IndexFileError>) {
    self.path = path
    self.summary = summary
  }
}
