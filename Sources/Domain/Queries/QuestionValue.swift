/// A value of a query, independent of the JSON reader or writer, which needs no list of properties.
package enum QuestionValue: Sendable, Hashable {
  /// No value, or a value of any other type.
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case words([String])
  case numbers([Double])

  /// The text, if it isn't empty.
  var string: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The number, even if it is written as text.
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .null, .flag, .words, .numbers: nil
    }
  }

  /// The number, if it is an integer.
  var whole: Int? {
    if case .integer(let integer) = self { integer } else { double.flatMap { Int(exactly: $0) } }
  }

  /// The stored limit; `nil` if it can't be read.
  package var limit: PlaceLimit? {
    if self == .text("all") { return .all }
    guard let number = double else { return nil }
    // The largest limits are rounded to a number beyond `Int.max`.
    guard number < 0x1p63 else { return .all }
    return number == 0 ? .nothing : Int(exactly: number).flatMap(PlaceCount.init).map(PlaceLimit.first)
  }

  /// Returns a limit as a stored value.
  package static func limit(_ limit: PlaceLimit) -> QuestionValue { limit.count.map { .integer($0) } ?? .text("all") }
}
