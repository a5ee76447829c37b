import Domain
import EmbeddedFiles

extension Option {
  private static let blocks = Array(TextTable.blocks(of: EmbeddedFile(.options)).dropFirst())
  /// The options in the order of the table, and their entries.
  ///
  /// In arrays, because a process that asks one query takes longer to make a dictionary's type than to search them.
  private static let options = blocks.map { $0[0].key }
  private static let entries = blocks.map { OptionEntry($0) }

  /// The entry in the table of options, `Options.txt`.
  var entry: OptionEntry {
    guard let position = Self.options.firstIndex(of: rawValue) else {
      preconditionFailure("\(self) is not in the table")  // A test asks for every entry.
    }
    return Self.entries[position]
  }

  /// The words that are a value of the option.
  func words(_ services: [Service]) -> [String] {
    switch self {
    case .category: CategoryGroup.allCases.map(\.slug) + ["dentist", "any"]
    case .sort: PlaceQuery.Sort.allCases.map(\.rawValue)
    case .grid: CoordinateReferenceSystem.allCases.map(\.rawValue)
    case .source: SourceConfiguration.Choice.all(services).map(\.word)
    case .format: OutputFormat.all(of: .places).map(\.rawValue)
    case .listFormat: OutputFormat.all(of: .list).map(\.rawValue)
    case .batchFormat: OutputFormat.all(of: .records).map(\.rawValue)
    case .indexFormat: OutputFormat.all(of: .index).map(\.rawValue)
    case .fields: PlaceField.allCases.map(\.rawValue)
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .errorFormat: ErrorFormat.allCases.map(\.rawValue)
    default: []
    }
  }

  /// A text of the table, with what its names in braces stand for.
  func filled(_ text: String, _ services: [Service]) -> String {
    TextTable.filled(text) { meaning(of: $0, services) }
  }

  private func meaning(of name: Substring, _ services: [Service]) -> String {
    let source = SourceConfiguration()
    return switch name {
    case "radius": DistanceFormatter.short(SearchRadius.standard.distance)
    case "limit": PlaceLimit.standard.count.map(String.init) ?? "all"
    case "jobs": String(Arguments.Batch.standardJobs)
    case "columns": role?.names.joined(separator: ", ") ?? ""
    case "source": source.choice.word
    case "keyed": services.keyed.map { " \($0.title) with a key for questions in its area," } ?? ""
    case "timeout": DurationParser.text(of: source.timeout)
    case "timeouts": services.exceptions(to: source.timeout, \.timeout)
    case "connectTimeout": DurationParser.text(of: source.connectTimeout)
    case "retries": String(source.retries)
    case "rate": String(Int(source.requestsPerSecond))
    case "lifetimes": services.exceptions(to: StoreConfiguration.standardCacheLifetime, \.answerLifetime)
    case "fields": words(services).joined(separator: ",")
    default: String(name)
    }
  }

  /// The column of a batch that the option names.
  var role: ColumnRole? {
    switch self {
    case .latitudeColumn: .latitude
    case .longitudeColumn: .longitude
    case .nearColumn: .near
    case .idColumn: .id
    case .categoryColumn: .category
    case .queryColumn: .query
    case .radiusColumn: .radius
    case .limitColumn: .limit
    default: nil
    }
  }
}
