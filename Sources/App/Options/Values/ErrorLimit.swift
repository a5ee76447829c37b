/// How many rows may fail before a run stops early.
enum ErrorLimit: Sendable, Hashable {
  /// The number of rows from which a share is meaningful: one row is then 1 % or less.
  static let rowsBeforeShare = 100

  /// More than this many rows.
  case count(Int)
  /// More than this share of the rows finished so far, in percent, once 100 or all are finished.
  case percent(Double)

  /// Reads `20` or `5%`; `nil` for anything else, for a negative number, or for more than 100 %.
  init?(_ text: String) {
    if text.last == "%" {
      guard let percent = NumberParser.number(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .percent(percent)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  /// Whether the limit is exceeded.
  func isExceeded(errors: Int, rows: Int, isAtEnd: Bool = false) -> Bool {
    switch self {
    case .count(let most): errors > most
    case .percent(let most):
      // With 0 %, the first failed row is one too many.
      (isAtEnd || most == 0 || rows >= Self.rowsBeforeShare) && Double(errors) * 100 > most * Double(rows)
    }
  }
}
