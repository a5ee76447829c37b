import Domain
import Synchronization

/// Makes the messages about the rows of a run.
struct RowMessages: Sendable {
  private let categories = CategoryGuesses()

  /// What is wrong with a row that is not a valid query.
  func error(for row: InvalidRow) -> RowError {
    RowError(code: Failure.code(of: row), message: Failure.sentence(for: row, categories), isRetryable: false)
  }

  /// Why the centre of a row was not found.
  func error(for failure: NotLocated) -> RowError {
    let report = Failure(failure)
    return RowError(code: report.code, message: report.message, isRetryable: false)
  }

  /// Why a partial answer counts as none.
  func error(for answer: PartialAnswer) -> RowError {
    let report = Failure.incomplete(answer)
    return RowError(code: report.code, message: report.message, isRetryable: answer.earlyEnd != nil)
  }

  /// Why a query was not answered.
  func error(for failure: PlaceSearchError) -> RowError {
    let report = Failure(failure)
    return RowError(code: report.code, message: report.message, isRetryable: report.isRetryable)
  }
}

/// A cache of the messages about unknown categories: a million rows have few such words, and each takes a search.
private final class CategoryGuesses: Sendable {
  /// The maximum number of messages: about 200 KB, even if every row has a different word.
  private static let maximumCount = 1_000

  private let sentences = Mutex<[String: String]>([:])

  /// The message about a word.
  func sentence(for word: String) -> String {
    if let known = sentences.withLock({ $0[word] }) { return known }
    let nearest = NearestWord.of(word, among: CategoryGroup.allCases.flatMap(\.words))
    let sentence = Failure.unknownCategory(word, nearest: nearest).message
    sentences.withLock { if $0.count < Self.maximumCount { $0[word] = sentence } }
    return sentence
  }
}

extension Failure {
  fileprivate static func code(of row: InvalidRow) -> String {
    switch row {
    case .split(.tooLong): "row_too_long"
    case .split(.quoteOpenAtEnd), .cells, .quotes, .json: "row_malformed"
    case .notUTF8: "row_not_utf8"
    case .locationMissing, .coordinateMissing: "coordinates_missing"
    case .notANumber, .notACoordinate, .coordinate: "coordinates_invalid"
    case .near: "near_invalid"
    case .category: "unknown_category"
    case .query: "query_invalid"
    case .radius: "radius_invalid"
    case .limit: "limit_invalid"
    case .nothingToLookFor: "nothing_to_look_for"
    }
  }

  fileprivate static func sentence(for row: InvalidRow, _ categories: CategoryGuesses) -> String {
    switch row {
    case .split(.tooLong(let limit)):
      "The row is longer than \(limit / 1024) KiB, and --failures does not hold it; a quote that does not close may be the "
        + "cause."
    case .split(.quoteOpenAtEnd): "The input ends inside a quoted cell."
    case .notUTF8: "The row is not UTF-8."
    case .cells(let found, let expected): "The row has \(counted(found, "cell")); the header has \(expected)."
    case .quotes(let cell): "In cell \(cell), text follows the closing quote."
    case .json(let offset): "The line is not a JSON object: unexpected text at byte \(offset + 1)."
    case .locationMissing: "The row has neither coordinates nor an address."
    case .near(let text):
      "The text '\(shortened(text))' cannot be searched for: it must have 1 to \(SearchText.maximumLength) characters."
    case .coordinateMissing(let role): "The row has no \(name(of: role))."
    case .notANumber(let role, let text): "The \(name(of: role)) '\(shortened(text))' is not a number."
    case .notACoordinate(let text):
      "'\(shortened(text))' is not a point; write latitude and longitude, as in 37.4979,127.0276."
    case .coordinate(let error): Failure.coordinate(error).message
    case .category(let word): categories.sentence(for: shortened(word))
    case .query(let text):
      "The text '\(shortened(text))' cannot be searched for: it must have 1 to \(SearchText.maximumLength) characters."
    case .radius(let text):
      "The radius '\(shortened(text))' is not a length between \(DistanceText.short(SearchRadius.minimum.distance)) and "
        + "\(DistanceText.short(SearchRadius.maximum.distance))."
    case .limit(let text): "The limit '\(shortened(text))' is not a number of places; the minimum is 1."
    case .nothingToLookFor:
      "Neither the row nor the options name what to search for; add -c or -q, or a column 'category' or 'query'."
    }
  }

  private static func name(of role: ColumnRole) -> String {
    switch role {
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .category: "category"
    case .query: "query"
    case .radius: "radius"
    case .limit: "limit"
    case .id: "id"
    case .at: "coordinates"
    case .near: "address"
    }
  }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
