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
  /// The rules for making places from the rows of all inputs.
  public var rules = ImportRules()
  /// The category of every place in an input, by the input's path.
  public var categoriesByInput: [String: PlaceCategory] = [:]
  /// The language of displayed names if neither the rules nor an earlier import of the input name one.
  public var defaultLanguage: String?
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
    rules.includesGround = true
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
