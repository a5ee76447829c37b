/// The reason why a row can't be split off the input.
enum RowSplitError: Sendable, Hashable {
  /// The row exceeds the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// A quoted cell isn't closed, or is closed before other text several lines later.
  case quoteOpen
}
