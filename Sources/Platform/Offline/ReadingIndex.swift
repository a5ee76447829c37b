import Domain

/// Runs a body that reads an index, and converts its error to an error of a query.
func readingIndex<Result>(_ read: () throws(IndexFileError) -> Result) throws(PlaceSearchError) -> Result {
  do { return try read() } catch {
    switch error {
    case .noCategory(_, let word, let nearest): throw .unsupported(.category(word, nearest: nearest))
    case .noKey(_, let key, let known): throw .unsupported(.attribute(key, known: known))
    case .cancelled: throw .cancelled
    default: throw .index(error)
    }
  }
}
