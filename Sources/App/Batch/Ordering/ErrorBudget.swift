/// How many rows may go wrong before a run stops early.
enum ErrorBudget: Sendable, Hashable {
  /// Rows that are finished before a share of them says anything.
  static let rowsBeforeShare = 100

  /// More than this many rows.
  case count(Int)
  /// More than this share of the rows finished so far, in percent, once 100 are finished.
  case percent(Double)

  /// Reads `20` or `5%`; `nil` for anything else, for a negative number, or for more than 100 %.
  init?(_ text: String) {
    if text.last == "%" {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .percent(percent)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  /// Whether a run has gone beyond.
  ///
  /// - Parameters:
  ///   - errors: Rows invalid or failed.
  ///   - rows: Rows finished.
  /// - Returns: `false` as long as the run may go on.
  func isExceeded(errors: Int, rows: Int) -> Bool {
    switch self {
    case .count(let most): errors > most
    case .percent(let most):
      rows >= Self.rowsBeforeShare && Double(errors) * 100 > most * Double(rows)
    }
  }
}
