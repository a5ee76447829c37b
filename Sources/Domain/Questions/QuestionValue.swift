/// A value of a question as any JSON holds it, so that whoever reads or writes JSON needs no list of properties.
package enum QuestionValue: Sendable, Hashable {
  /// No value, or one that none of the others is.
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case words([String])
  case numbers([Double])

  /// The text, unless it is empty.
  var string: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The number, also one that is written as text.
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .null, .flag, .words, .numbers: nil
    }
  }

  /// The number, when it is a whole one.
  var whole: Int? {
    if case .integer(let integer) = self { integer } else { double.flatMap { Int(exactly: $0) } }
  }

  /// The limit that was stored; `nil` when it cannot be read.
  package var limit: PlaceLimit? {
    if self == .text("all") { return .all }
    guard let number = double else { return nil }
    // The largest limits are rounded to a number that no integer holds.
    guard number < 0x1p63 else { return .all }
    return number == 0 ? .nothing : Int(exactly: number).flatMap(PlaceCount.init).map(PlaceLimit.first)
  }

  /// A limit as it is stored.
  package static func limit(_ limit: PlaceLimit) -> QuestionValue { limit.count.map { .integer($0) } ?? .text("all") }
}

/// A piece of what people read of a question, or of what they type.
package enum QuestionPart: Sendable, Hashable {
  case text(String)
  case number(Double)
  case numbers([Double])
  case length(Distance)
  case point(Coordinate)
}
