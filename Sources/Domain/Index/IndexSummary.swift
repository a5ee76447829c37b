/// A category that an index holds: a group, a kind, or a category as the source names it.
public struct IndexCategory: Sendable, Hashable {
  public let category: PlaceCategory
  /// How many places; a place of several categories counts in each.
  public let places: Int

  public init(category: PlaceCategory, places: Int) {
    self.category = category
    self.places = places
  }
}

extension IndexCategory {
  /// The categories of several indexes with the places of all, in the order of one.
  public static func merged(_ lists: [[IndexCategory]]) -> [IndexCategory] {
    guard lists.count != 1 else { return lists[0] }
    var counts: [PlaceCategory: Int] = [:]
    for one in lists.joined() { counts[one.category, default: 0] += one.places }
    func rank(_ category: PlaceCategory) -> (type: Int, number: Int, word: String) {
      switch category {
      case .group(let group): (0, group.ordinal, "")
      case .kind(let kind): (1, Int(kind.number), "")
      case .source(let word): (2, -(counts[category] ?? 0), word)
      case .any: (3, 0, "")
      }
    }
    return counts.map { IndexCategory(category: $0.key, places: $0.value) }
      .sorted { rank($0.category) < rank($1.category) }
  }
}

/// What an index file holds.
public struct IndexSummary: Sendable, Hashable {
  /// The places of one group.
  public struct GroupCount: Sendable, Hashable {
    /// The group; `nil` for places outside the 18 groups.
    public let group: CategoryGroup?
    /// How many places; a place in several groups counts in each.
    public let places: Int

    public init(group: CategoryGroup?, places: Int) {
      self.group = group
      self.places = places
    }
  }

  /// A part of the file.
  public struct Section: Sendable, Hashable {
    /// What it holds.
    public let name: String
    /// Its length in bytes.
    public let bytes: Int

    public init(name: String, bytes: Int) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The file.
  public let path: String
  /// The version of the file's format.
  public let formatVersion: Int
  /// The file's length in bytes.
  public let fileBytes: Int
  /// How many places there are.
  public let placeCount: Int
  /// How many places each group has: groups that occur, in the standard order, those without a group last.
  public var groups: [GroupCount] = []
  /// The rectangle around all places; `nil` without places.
  public var bounds: BoundingBox?
  /// The areas of which the index holds every place that its sources have; empty when nobody said.
  public var coverage: [SearchArea] = []
  /// The only categories of which it holds every place there; empty for all that its sources have.
  public var coveredCategories: [PlaceCategory] = []
  /// Where the places come from.
  public var inputs: [IndexInput] = []
  /// Which release of the data it is; the earliest of several.
  public var release: String?
  /// The latest release of the data, where its parts are of several.
  public var latestRelease: String?
  /// The latest time of an input, in seconds since 1970-01-01 00:00 UTC; 0 when none is known.
  public var builtAtSeconds: Int64 = 0
  /// The keys of further facts.
  public var keys: [IndexKey] = []
  /// The parts of the file, in their order.
  public var sections: [Section] = []

  public init(path: String, formatVersion: Int, fileBytes: Int, placeCount: Int) {
    self.path = path
    self.formatVersion = formatVersion
    self.fileBytes = fileBytes
    self.placeCount = placeCount
  }

  /// The inputs by their names without directories, each once.
  public var sources: [String] {
    var known: Set<String> = []
    return inputs.map(\.shortName).filter { known.insert($0).inserted }
  }
  /// The extracts of OpenStreetMap that the index is made of, if no area is declared that it covers.
  public var undeclaredExtracts: [IndexInput] { coverage.isEmpty ? inputs.filter(\.isExtract) : [] }
  /// The notices that the data's licences require.
  public var attribution: String? { IndexInput.joined(inputs.map(\.attribution)) }
  /// The data's licences.
  public var license: String? { IndexInput.joined(inputs.map(\.license)) }
}

/// A file that may be an index, in a directory of indexes.
public struct IndexListing: Sendable, Hashable {
  /// The file.
  public let path: String
  /// What it holds, or why that is not known.
  public let summary: Result<IndexSummary, IndexFileError>

  public init(path: String, summary: Result<IndexSummary, IndexFileError>) {
    self.path = path
    self.summary = summary
  }
}
