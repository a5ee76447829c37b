public import Tables

/// The inputs, the output and the rules of an index build.
public struct IndexBuildRequest: Sendable, Hashable {
  /// The files to read, in order.
  public var inputs: [String]
  public var output: String
  /// Whether the output is the default index, whose directory is created if it is missing.
  public var isOutputDefault = false
  /// Whether to replace an output file that isn't an index.
  public var replacesAnything = false
  /// Whether to keep the output's places, except places of inputs that are read again.
  public var addsToOutput = false
  /// The name for all inputs together; `nil` to name each input by its path.
  public var inputName: String?
  /// The name, path or last path component of an input to remove from the output.
  public var removedInput: String?
  /// The category of every place; `nil` to use the categories in the inputs.
  public var forcedCategory: PlaceCategory?
  /// The category of every place in an input, by the input's path.
  public var categoriesByInput: [String: PlaceCategory] = [:]
  /// The coordinate reference system (CRS) of coordinates in metres; `nil` to detect it.
  public var crs: CoordinateReferenceSystem?
  /// The format options for the inputs.
  public var format = TableFormat()
  /// The table columns that the user named.
  public var columns = ColumnChoice()
  /// The attributes to store.
  public var attributes = AttributeChoice()
  /// The language of displayed names, such as `ko`; `nil` for local names.
  public var language: String?
  /// The minimum confidence of rows that have one, 0...1; `nil` to accept any.
  public var minimumConfidence: Double?
  /// Whether to include closed places.
  public var includesClosed = false
  /// Whether to store the streets, rails, water and parks of OpenStreetMap files, for maps.
  public var includesGround = true
  /// Whether a skipped row is an error.
  public var isStrict = false
  /// The attribution that the data's licence requires.
  public var attribution: String?
  /// The data's licence.
  public var license: String?
  /// The release of the data.
  public var release: String?
  /// The areas for which the inputs are complete; empty if they are unknown.
  ///
  /// Without inputs, these are the new areas of the existing index.
  public var coverage: [SearchArea] = []
  /// The area that each input covers, by the input's path.
  public var coverageByInput: [String: SearchArea] = [:]
  /// The time to record in the index, in seconds since 1970-01-01 00:00 UTC; `nil` for each input's modification time.
  public var modifiedAtSeconds: Int64?

  /// The extent of a trial, which reports on a build without writing it; `nil` to build the index.
  public var trial: Trial?

  /// The part of each input that a trial reads.
  public enum Trial: String, Sendable, Hashable {
    /// The first rows only.
    case beginning
    case all
  }

  public init(inputs: [String], output: String) {
    self.inputs = inputs
    self.output = output
  }
}

/// The columns or properties that the user chose for fields of places.
public struct ColumnChoice: Sendable, Hashable {
  /// The title, number or path of the column for each field, by the field's name; empty if no column supplies the
  /// field.
  public var columns: [String: String] = [:]

  public init() {}

  /// The column of categories.
  public var category: String? { columns["category"] }

  /// The column of latitudes or northings.
  public var latitude: String? { columns["lat"] }

  /// The column of longitudes or eastings.
  public var longitude: String? { columns["lng"] }

  /// The column with both coordinates, in any order or in a named one.
  public var point: String? { columns["point"] ?? columns["latlng"] ?? columns["lnglat"] }
}
