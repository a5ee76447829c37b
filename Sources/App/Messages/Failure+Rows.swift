import Domain

extension Failure {
  /// Reports that a row is not a valid query.
  init(_ row: InvalidRow) {
    let (code, sentence) = Self.text(of: row)
    self.init(code, .usage, sentence)
  }

  private static func text(of row: InvalidRow) -> (code: String, sentence: String) {
    switch row {
    case .split(.tooLong(let limit)):
      let size = "longer than \(limit / 1024) KiB"
      let advice = "a quote that does not close may be the cause."
      return ("row_too_long", "The row is \(size), and --failures does not hold it; \(advice)")
    case .split(.quoteOpenAtEnd): return ("row_malformed", "The input ends inside a quoted cell.")
    case .notUTF8: return ("row_not_utf8", "The row is not UTF-8.")
    case .cells(let found, let expected):
      return ("row_malformed", "The row has \(counted(found, "cell")); the header has \(expected).")
    case .quotes(let cell): return ("row_malformed", "In cell \(cell), text follows the closing quote.")
    case .json(let offset):
      return ("row_malformed", "The line is not a JSON object: unexpected text at byte \(offset + 1).")
    case .locationMissing: return ("coordinates_missing", "The row has neither coordinates nor an address.")
    case .coordinateMissing(let role):
      return ("coordinates_missing", "The row has no \(role == .latitude ? "latitude" : "longitude").")
    case .notANumber(let role, let text):
      return (
        "coordinates_invalid",
        "The \(role == .latitude ? "latitude" : "longitude") '\(shortened(text))' is not a number."
      )
    case .notACoordinate(let text):
      let advice = "write latitude and longitude, as in 37.4979,127.0276."
      return ("coordinates_invalid", "'\(shortened(text))' is not a point; \(advice)")
    case .coordinate(let error): return ("coordinates_invalid", coordinate(error).message)
    case .offGrid(let x, let y):
      return ("coordinates_invalid", "\(x.decimalText),\(y.decimalText) is not on the grid of --crs.")
    case .near(let text): return ("near_invalid", unsearchable(text))
    case .query(let text): return ("query_invalid", unsearchable(text))
    case .radius(let text):
      let bounds = [SearchRadius.minimum, .maximum].map { DistanceFormatter.short($0.distance) }.joined(
        separator: " and "
      )
      return ("radius_invalid", "The radius '\(shortened(text))' is not a length between \(bounds).")
    case .limit(let text):
      return ("limit_invalid", "The limit '\(shortened(text))' is not a number of places; the minimum is 1.")
    case .nothingToLookFor:
      let advice = "add -c or -q, or a column 'category' or 'query'."
      return ("nothing_to_look_for", "Neither the row nor the options name what to search for; \(advice)")
    }
  }

  private static func unsearchable(_ text: String) -> String {
    "The text '\(shortened(text))' cannot be searched for: it must have 1 to \(SearchText.maximumLength) characters."
  }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
