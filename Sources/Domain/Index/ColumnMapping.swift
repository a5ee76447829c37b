/// A mapping from the columns of a table, or the properties of JSON, to the fields of a place, with the reasons.
public struct ColumnMapping: Sendable, Hashable {
  /// The reason why a column supplies a field.
  public enum Reason: String, Sendable, Hashable {
    /// The user chose it.
    case chosen
    /// A known dataset has it.
    case dataset
    /// Its title is one of the field.
    case exact
    /// Its title looks like one of the field, and so do its values.
    case proposal
  }

  /// A column that supplies a field; one without a title stands for none.
  public struct Column: Sendable, Hashable {
    /// The field, as `--map` names it.
    public let field: String
    /// The title of the column, or the property.
    public let title: String
    public let reason: Reason
    /// Some of its values.
    public var samples: [String] = []

    public init(_ field: String, _ title: String, _ reason: Reason, samples: [String] = []) {
      self.field = field
      self.title = title
      self.reason = reason
      self.samples = samples
    }
  }

  /// The fields that a user can choose columns for, besides attributes.
  public static let fields = [
    "name", "category", "lat", "lng", "point", "address", "road_address", "phone", "url", "id",
  ]
  /// Other names of these fields.
  public static let fieldNames = [
    "place_name": "name", "latitude": "lat", "longitude": "lng", "lon": "lng", "place_url": "url", "website": "url",
    "road_address_name": "road_address", "address_name": "address",
  ]

  /// The columns that supply fields, in the order of the fields.
  public var columns: [Column] = []
  /// The titles of the columns that supply nothing.
  public var unused: [String] = []
  /// The number of kinds and groups of places that the categories of the rows mean.
  public var kindCount = 0

  public init() {}

  /// The first column that supplies a field.
  public func column(of field: String) -> Column? { columns.first { $0.field == field } }

  /// The columns that were guessed by their values.
  public var proposals: [Column] { columns.filter { $0.reason == .proposal } }

  /// What a user would choose to get the same fields: a field that several columns supply is left to the program.
  public var choice: ColumnChoice {
    var choice = kept
    for field in Self.fields where columns.count(where: { $0.field == field }) == 1 {
      choice.columns[field] = column(of: field)?.title
    }
    return choice
  }

  /// What the titles alone don't say, and another reading of the input keeps: choices of the user, and guesses.
  public var kept: ColumnChoice {
    var choice = ColumnChoice()
    for column in columns where column.reason == .chosen || column.reason == .proposal {
      choice.columns[column.field] = column.title
    }
    return choice
  }

  /// The mapping as a text with a line for each column, for a file; samples and unused columns are left out.
  public var text: String {
    columns.filter { !$0.title.contains(where: { $0 == "\t" || $0 == "\n" }) }
      .map { "\($0.field)\t\($0.reason.rawValue)\t\($0.title)" }.joined(separator: "\n")
  }

  /// Reads a text of ``text``; lines that can't be read are left out.
  public init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let reason = Reason(rawValue: parts[1]) else { continue }
      columns.append(Column(parts[0], parts[2], reason))
    }
  }
}
