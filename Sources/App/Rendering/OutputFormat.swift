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
}
