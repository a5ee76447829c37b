/// A mapping from the columns of a table, or the properties of JSON, to the fields of a place, with the reasons.
public struct ColumnMapping: Sendable, Hashable {
  /// The reason why a column supplies a field.
  public enum Reason: String, Sendable, Hashable {
    /// The user chose it.
    case chosen
    /// A known dataset has it.
    case dataset
    /// The title is a known name of the field.
    case exact
    /// The title and the values resemble the field.
    case proposal
  }

  /// A column that supplies a field; an empty title means that no column supplies it.
  public struct Column: Sendable, Hashable {
    /// The field, as `--map` names it.
    public let field: String
    /// The title of the column, or the property.
    public let title: String
    public let reason: Reason
    /// Sample values.
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
    "name", "category", "lat", "lng", "point", "latlng", "lnglat", "address", "road_address", "phone", "url", "id",
  ]
  /// Other names of these fields.
  public static let fieldNames = [
    "place_name": "name", "latitude": "lat", "longitude": "lng", "lon": "lng", "place_url": "url", "website": "url",
    "road_address_name": "road_address", "address_name": "address",
  ]

  /// The columns that supply fields, sorted by field.
  public var columns: [Column] = []
  /// The titles of the unused columns.
  public var unused: [String] = []
  /// The unused columns that may be the hemispheres of the coordinates.
  public var possibleHemispheres: [Column] = []
  /// The number of kinds and groups of places that the categories of the rows mean.
  public var kindCount = 0

  public init() {}

  /// Returns the first column that supplies a field.
  public func column(of field: String) -> Column? { columns.first { $0.field == field } }

  /// The columns that were guessed from their titles and values.
  public var proposals: [Column] { columns.filter { $0.reason == .proposal } }

  /// The user's choices and the guesses: the choice that reproduces this mapping, because all other columns are found
  /// by their titles.
  public var choice: ColumnChoice { choice(of: [.chosen, .proposal]) }

  /// The user's choices: they are stored with the index and used when the input is read again.
  public var storedChoice: ColumnChoice { choice(of: [.chosen]) }

  private func choice(of reasons: [Reason]) -> ColumnChoice {
    var choice = ColumnChoice()
    for column in columns where reasons.contains(column.reason) {
      guard choice.columns[column.field] == nil else { continue }
      choice.columns[column.field] = column.title
    }
    return choice
  }

  /// The mapping as text with a line for each column, to store in a file; samples and unused columns are left out.
  public var text: String {
    columns.filter { !$0.title.contains(where: { $0 == "\t" || $0 == "\n" }) }
      .map { "\($0.field)\t\($0.reason.rawValue)\t\($0.title)" }.joined(separator: "\n")
  }

  /// Reads the ``text`` of a mapping; unreadable lines are skipped.
  public init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let reason = Reason(rawValue: parts[1]) else { continue }
      columns.append(Column(parts[0], parts[2], reason))
    }
  }
}
