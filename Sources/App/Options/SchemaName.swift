/// The JSON documents that the program writes.
enum SchemaName: String, CaseIterable, Sendable {
  case result
  case place
  case features
  case record
  case summary
  case dryRun = "dry-run"
  case error
  case notice
  case index
  case indexes
  case categories
  case address
  case locations
  case history
  case saved
  case shown
  case cache
  case quota
  case checks
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  static var allWords: [String] { allCases.map(\.rawValue) }
}
