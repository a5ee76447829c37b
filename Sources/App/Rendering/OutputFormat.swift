/// The forms an answer can be printed in.
enum OutputFormat: String, CaseIterable, Sendable {
  /// Columns for a person.
  case table
  /// One document.
  case json
  /// One JSON object a line.
  case ndjson
  /// Comma-separated values, RFC 4180.
  case csv
  /// Tab-separated values.
  case tsv
  /// A FeatureCollection, RFC 7946.
  case geojson
  /// A map in characters, with the list beside or under it.
  case map
  /// A page for a browser.
  case html
}

/// The forms that a list can be printed in which is not of places.
enum ListFormat: String, CaseIterable, Sendable {
  case table
  case json
  case ndjson
  case csv
  case tsv

  /// The same forms as those of an answer.
  static let forms = allCases.compactMap { OutputFormat(rawValue: $0.rawValue) }
}

/// The formats of a batch's records.
enum RecordFormat: String, CaseIterable, Sendable {
  /// One JSON object a row.
  case ndjson
  /// One line a place.
  case csv
}
