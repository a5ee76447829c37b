/// The actions of `index`.
enum IndexAction: String, CaseIterable, Sendable {
  case build
  case add
  case remove
  case covers
  case info
  case list
  case verify
  case fetch
}

/// The actions of `history`; any other word filters it.
enum HistoryAction: String, CaseIterable, Sendable {
  case clear
}

/// The actions of `saved`.
enum SavedAction: String, CaseIterable, Sendable {
  case add
  case remove
  case list
}

/// The actions of `cache`.
enum CacheAction: String, CaseIterable, Sendable {
  case info
  case clear
}

/// The JSON documents that the program writes.
enum SchemaName: String, CaseIterable, Sendable {
  case answer
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
  case positions
  case history
  case saved
  case shown
  case cache
  case quota
  case checks
}

extension RawRepresentable where RawValue == String {
  static func words(_ actions: Self...) -> [String] { actions.map(\.rawValue) }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  static var allWords: [String] { allCases.map(\.rawValue) }
}
