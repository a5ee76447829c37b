/// The format of the rows of a batch.
enum BatchFormat: Sendable {
  /// CSV with a header, and quotes as in RFC 4180.
  case csv(CSVHeader)
  case ndjson
}
