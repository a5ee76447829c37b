import Domain

/// What became of a row.
enum RowAnswer: Sendable {
  /// It was asked and answered.
  case answered(RowQuestion, PlaceCollection)
  /// It is not a question, or not one that the source can be asked.
  case invalid(RowQuestion?, RowError)
  /// It was asked and not answered.
  case failed(RowQuestion, RowError)

  /// The word for it in a record.
  var status: RowStatus {
    switch self {
    case .answered(_, let answer): answer.places.isEmpty ? .empty : .ok
    case .invalid: .invalid
    case .failed: .failed
    }
  }
}

/// How a row ended, in the word that its record carries.
enum RowStatus: String, Sendable, Hashable, CaseIterable {
  /// Places were found.
  case ok
  /// It was answered and there is nothing.
  case empty
  /// It cannot be asked.
  case invalid
  /// It was asked and not answered.
  case failed
}

/// What is wrong with a row, in words.
struct RowError: Error, Sendable, Hashable {
  /// The kind of error, for scripts.
  var code: String
  /// One sentence.
  var message: String
  /// Whether asking again may help.
  var isRetryable: Bool
}
