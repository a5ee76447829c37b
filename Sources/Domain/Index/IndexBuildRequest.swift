/// From what to build an index, and by which rules.
public struct IndexBuildRequest: Sendable, Hashable {
  /// The files to read, in this order: .osm.pbf, GeoJSON, GeoJSONSeq, NDJSON or CSV.
  public var inputs: [String]
  /// The file to write.
  public var output: String
  /// Whether the output is the default index, whose directory is created when it is missing.
  public var isOutputDefault = false
  /// Whether a file at the output that is not an index may be replaced too.
  public var replacesAnything = false
  /// Whether the places of the index at the output are kept, except those of inputs that are read again.
  public var addsToOutput = false
  /// The name of all inputs together; `nil` to name each by its path.
  public var inputName: String?
  /// An input of the output whose places are not kept, by its name, its path or the last part of it.
  public var removedInput: String?
  /// The category of every place, whatever the inputs say; `nil` to use the inputs' categories.
  public var forcedCategory: PlaceCategory?
  /// The category of every place of an input, by its path.
  public var categoriesByInput: [String: PlaceCategory] = [:]
  /// The grid of coordinates that are not degrees; `nil` to detect it in the inputs.
  public var grid: CoordinateReferenceSystem?
  /// The columns of tables that are chosen by name.
  public var columns = ColumnChoice()
  /// Which further facts of rows are kept.
  public var attributes = AttributeChoice()
  /// The language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// The minimum confidence of rows that state one, 0...1; `nil` for any.
  public var minimumConfidence: Double?
  /// Whether places that are closed are kept.
  public var includesClosed = false
  /// Whether a row that is skipped is an error.
  public var isStrict = false
  /// The notice that the data's licence requires.
  public var attribution: String?
  /// The data's licence.
  public var license: String?
  /// Which release of the data it is.
  public var release: String?
  /// The areas of which the inputs hold every place; empty when nobody said.
  ///
  /// Without inputs, the areas that the index at the output covers from now on.
  public var coverage: [SearchArea] = []
  /// The area that an input covers by itself, by its path.
  public var coverageByInput: [String: SearchArea] = [:]
  /// The time to record in the index, in seconds since 1970-01-01 00:00 UTC; `nil` for that of each input's last
  /// change.
  public var builtAtSeconds: Int64?

  public init(inputs: [String], output: String) {
    self.inputs = inputs
    self.output = output
  }
}

/// The columns of a table that the user named because their titles are not recognized.
public struct ColumnChoice: Sendable, Hashable {
  /// The column of ids.
  public var id: String?
  /// The column of names.
  public var name: String?
  /// The column of categories.
  public var category: String?
  /// The column of latitudes, or of northings.
  public var latitude: String?
  /// The column of longitudes, or of eastings.
  public var longitude: String?

  public init() {}
}
