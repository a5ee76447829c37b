/// What other programs call something that an option of this one does.
///
/// Nothing is accepted under these names: they are there so that the answer to one names the option to write.
enum OptionSynonym {
  private static let names: [(words: String, option: Option, value: String?)] = [
    ("all", .limit, "all"), ("count max number top num results", .limit, nil),
    ("near near-by point coord coords coordinate coordinates location latlng latlon center centre", .at, nil),
    ("keyword keywords text name search", .query, nil), ("kind type categories poi", .category, nil),
    ("distance dist within range", .radius, nil), ("rect rectangle extent bounds box", .bbox, nil),
    ("out outfile output-file", .output, nil), ("overwrite replace yes", .force, nil),
    ("columns cols select field", .fields, nil), ("no-headers noheader noheaders", .noHeader, nil),
    ("no-color no-colour", .color, "never"), ("colour", .color, nil), ("silent", .quiet, nil), ("debug", .verbose, nil),
    ("url host server base-url", .endpoint, nil), ("data file db database", .index, nil),
    ("order order-by", .sort, nil),
    ("threads parallel workers concurrency", .jobs, nil), ("continue", .resume, nil), ("licence", .license, nil),
  ]

  /// What to write in place of a name.
  ///
  /// - Parameters:
  ///   - name: The name, without its dashes.
  ///   - command: The command whose options count.
  /// - Returns: An option, with a value where one belongs to it; `nil` for a name that is no other word for anything.
  static func replacement(for name: String, in command: Command) -> String? {
    if command.formats.contains(name) || ["jsonl", "geojsonl"].contains(name), command.options.contains(.format) {
      return "\(Option.format.spelling) \(command.formats.contains(name) ? name : "ndjson")"
    }
    for entry in names where entry.words.split(separator: " ").contains(name[...]) {
      guard command.options.contains(entry.option) else { continue }
      return entry.option.spelling + (entry.value.map { " " + $0 } ?? "")
    }
    return nil
  }
}

extension Command {
  /// The forms that the command can write.
  fileprivate var formats: [String] {
    switch self {
    case .find, .categories: OutputFormat.allCases.map(\.rawValue)
    case .batch: BatchOptions.Format.allCases.map(\.rawValue)
    case .index: IndexReport.Format.allCases.map(\.rawValue)
    case .help: []
    }
  }
}
