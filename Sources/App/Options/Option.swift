/// The options of the command line; the raw value is the long name.
///
/// What each takes, means and defaults to is said once, in ``OptionSpecification``; parsing and help are made from it.
enum Option: String, CaseIterable, Sendable {
  case category
  case query
  case latitude = "lat"
  case longitude = "lng"
  case at
  case bbox
  case radius
  case limit
  case page
  case size
  case sort
  case requireComplete = "require-complete"
  case maxRequests = "max-requests"
  case failEmpty = "fail-empty"

  case source
  case index
  case endpoint
  case keyFile = "key-file"
  case timeout
  case retries
  case rate

  case format
  case fields
  case noHeader = "no-header"
  case output
  case force
  case color
  case all

  case jobs
  case unordered
  case resume
  case prune
  case retryFailed = "retry-failed"
  case failures
  case maxErrors = "max-errors"
  case summary
  case dryRun = "dry-run"
  case latitudeColumn = "lat-column"
  case longitudeColumn = "lng-column"
  case idColumn = "id-column"
  case categoryColumn = "category-column"
  case queryColumn = "query-column"
  case radiusColumn = "radius-column"
  case limitColumn = "limit-column"

  case minimumConfidence = "min-confidence"
  case includeClosed = "include-closed"
  case strict
  case attribution
  case license
  case release
  case grid = "crs"
  case nameColumn = "name-column"
  case language = "lang"

  case errorFormat = "error-format"
  case noProgress = "no-progress"
  case verbose
  case quiet
  case help
  case version

  /// How it is written, such as `--radius`.
  var spelling: String { "--" + rawValue }
}
