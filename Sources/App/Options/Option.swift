/// The options of the command line, in the order of the help.
///
/// The ``entry`` of an option declares it: parsing, help and error messages are derived from it. When a name means
/// different things to two commands, each has its own option, such as ``category`` and ``indexCategory``.
enum Option: CaseIterable, Sendable {
  case category, indexCategory, query
  case latitude, longitude, at, near, bbox, radius
  case limit, page, size, sort, requireComplete, maxRequests, budget, failEmpty
  case jobs, unordered, resume, retryFailed, prune, failures, maxErrors, summary, dryRun
  case minimumConfidence, includeClosed, strict, grid, language
  case nameColumn, latitudeColumn, longitudeColumn, nearColumn, idColumn, categoryColumn, queryColumn
  case radiusColumn, limitColumn
  case source, index, endpoint, keyFile, timeout, retries, rate
  case refresh, noCache, cacheLifetime, record, noHistory
  case rerun, makeDefault, remove, note
  case attribution, license, release
  case format, listFormat, batchFormat, indexFormat, json, fields, noHeader, output, force, open, color, all
  case errorFormat, noProgress, verbose, quiet, help, version

  /// The long name with its dashes, such as `--radius`.
  var spelling: String { "--" + entry.name }

  /// The option of a long name, whichever command takes it; `nil` if there is none.
  static func named(_ name: String) -> Option? { allCases.first { $0.entry.names.contains(name) } }
}
