/// The number of failed rows after which a batch stops early.
enum ErrorLimit: Sendable, Hashable {
  /// The number of rows from which a percentage is meaningful: one row is then 1 % or less.
  static let rowsBeforeShare = 100

  /// The maximum number of failed rows.
  case count(Int)
  /// The maximum percentage of failed rows among the finished rows, once 100 or all rows are finished.
  case percent(Double)

  /// Reads `20` or `5%`; returns `nil` for other text, negative numbers and more than 100 %.
  init?(_ text: String) {
    if text.last == "%" {
      guard let percent = NumberParser.number(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .percent(percent)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  func isExceeded(errors: Int, rows: Int, isAtEnd: Bool = false) -> Bool {
    switch self {
    case .count(let most): errors > most
    case .percent(let most):
      // With 0 %, the first failed row exceeds the limit.
      (isAtEnd || most == 0 || rows >= Self.rowsBeforeShare) && Double(errors) * 100 > most * Double(rows)
    }
  }
}
