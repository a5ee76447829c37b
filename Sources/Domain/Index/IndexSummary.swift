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
  public var sources: [String] = []
  /// The notice that the data's licence requires.
  public var attribution: String?
  /// The data's licence.
  public var license: String?
  /// Which release of the data it is.
  public var release: String?
  /// When the index was built, in seconds since 1970-01-01 00:00 UTC.
  public var builtAtSeconds: Int64 = 0
  /// The parts of the file, in their order.
  public var sections: [Section] = []

  public init(path: String, formatVersion: Int, fileBytes: Int, placeCount: Int) {
    self.path = path
    self.formatVersion = formatVersion
    self.fileBytes = fileBytes
    self.placeCount = placeCount
  }
}
