import Domain

/// Reads an index for a query, converting errors.
func readingIndex<Result>(_ read: () throws(IndexFileError) -> Result) throws(PlaceSearchError) -> Result {
  do { return try read() } catch { throw PlaceSearchError(error) }
}

extension PlaceSearchError {
  /// The error of a query whose index can't be used.
  init(_ error: IndexFileError) {
    self =
      switch error {
      case .unreadable(let path, let reason), .unwritable(let path, let reason):
        .fileUnreadable(path: path, reason: reason)
      case .notAnIndex(let path), .outputNotAnIndex(let path): .dataUnusable(path: path, reason: "not an index")
      case .otherVersion(let path, let version, let supported):
        .dataUnusable(
          path: path,
          reason: version > supported
            ? "written in format version \(version), newer than version \(supported) that this program reads"
            : "written in format version \(version), and this program reads version \(supported); build it again from "
              + "its data"
        )
      case .wrongLength(let path, let expected, let actual):
        .dataUnusable(path: path, reason: "\(actual) bytes long instead of \(expected)")
      case .damaged(let path, let part):
        .dataUnusable(path: path, reason: "damaged in its \(part); copy it again or build it again")
      case .noCategory(_, let word, let nearest): .unsupported(.category(word, nearest: nearest))
      case .noKey(_, let key, let known): .unsupported(.attribute(key, known: known))
      case .noInput(let path, let word, _): .dataUnusable(path: path, reason: "without an input \(word)")
      case .onlyInput(let path, _): .dataUnusable(path: path, reason: "with one input alone")
      case .kindUnknown(let path, let slug):
        .dataUnusable(
          path: path,
          reason: "built by a version of placefind that did not know '\(slug)'; "
            + "`placefind index build \(ShellWord.path(path)) -o NEW.pfx` brings it up to date"
        )
      case .changed(let path):
        .dataUnusable(path: path, reason: "cut short or written over while it was being read")
      case .outputReplaced(let path): .dataUnusable(path: path, reason: "replaced by another process meanwhile")
      case .locked(let path): .dataUnusable(path: path, reason: "locked by another process")
      case .unknownFormat(let path, let detail): .dataUnusable(path: path, reason: detail)
      case .foreignFormat(let path, let archive, let format): .foreignFile(path: path, archive: archive, format)
      case .openStreetMapUnreadable(let path, .history):
        .dataUnusable(path: path, reason: "several versions of each element; osmium time-filter takes the current ones")
      case .openStreetMapUnreadable(let path, .feature(let name)):
        .dataUnusable(path: path, reason: "the feature \(name), which is not known; osmium cat rewrites it")
      case .openStreetMapUnreadable(let path, .compression(let method)):
        .dataUnusable(path: path, reason: "parts compressed by \(method); osmium cat rewrites it")
      case .archiveUnusable(let path, let problem): .archiveUnusable(path: path, problem)
      case .coordinatesMissing(let path, _, let addresses) where !addresses.isEmpty:
        .dataUnusable(path: path, reason: "addresses and no coordinates; geocode them first")
      case .coordinatesMissing(let path, _, _): .dataUnusable(path: path, reason: "no columns named as coordinates")
      case .otherEncoding(let path, let readings):
        .dataUnusable(path: path, reason: "in \(readings.map(\.encoding).joined(separator: " or ")) instead of UTF-8")
      case .gridUnknown(let path, _, let candidates):
        .dataUnusable(
          path: path,
          reason: "coordinates in metres on a map grid that nothing names; `placefind index build` takes it with --crs"
            + (candidates.first.map { " (perhaps \($0.grid.rawValue))" } ?? "")
        )
      case .degreesWithoutPoint(let path, let divisor):
        .dataUnusable(path: path, reason: "degrees without a decimal point; divide them by \(divisor)")
      case .systemForeign(let path, let systems, _, _):
        .dataUnusable(path: path, reason: "coordinates in \(systems[0].code), which is not converted")
      case .rowsUnidentified(let report): .dataUnusable(path: report.path, reason: "most rows belong to no category")
      case .malformed(let path, let detail, let offset):
        .dataUnusable(path: path, reason: "\(detail), at byte \(offset)")
      case .noPlaces(let skipped, _):
        .dataUnusable(path: skipped.first?.example.path ?? "", reason: "no row of it is a place")
      case .rowsSkipped(let skipped):
        .dataUnusable(path: skipped.first?.example.path ?? "", reason: "rows of it are not places")
      case .tooManyPlaces(let limit): .dataUnusable(path: "", reason: "more than \(limit) places")
      case .tooManyCategories: .dataUnusable(path: "", reason: "too many categories")
      case .outOfMemory(let bytes): .dataUnusable(path: "", reason: "not enough memory for \(bytes) bytes")
      case .cancelled: .cancelled
      }
  }
}
