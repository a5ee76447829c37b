import Domain

extension RowWords {
  /// The words of the command line's own reports.
  static let ofReports = RowWords(
    defect: { defect in
      RowError(code: ErrorReport.code(of: defect), message: ErrorReport.sentence(for: defect), isRetryable: false)
    },
    failure: { error in
      let report = ErrorReport(error)
      return RowError(code: report.code, message: report.message, isRetryable: report.isRetryable)
    }
  )
}

extension ErrorReport {
  fileprivate static func code(of defect: RowDefect) -> String {
    switch defect {
    case .split(.tooLong): "row_too_long"
    case .split(.quoteOpenAtEnd), .cells, .quotes, .json: "row_malformed"
    case .notUTF8: "row_not_utf8"
    case .coordinateMissing: "coordinates_missing"
    case .notANumber, .coordinate: "coordinates_invalid"
    case .category: "unknown_category"
    case .query: "query_invalid"
    case .radius: "radius_invalid"
    case .limit: "limit_invalid"
    case .nothingToLookFor: "nothing_to_look_for"
    }
  }

  fileprivate static func sentence(for defect: RowDefect) -> String {
    switch defect {
    case .split(.tooLong(let limit)):
      "The row is longer than \(limit / 1024) KiB; a quote that does not close may be the cause."
    case .split(.quoteOpenAtEnd): "The input ends inside a quoted cell."
    case .notUTF8: "The row is not UTF-8."
    case .cells(let found, let expected): "The row has \(counted(found, "cell")); the header has \(expected)."
    case .quotes(let cell): "In cell \(cell), text follows the closing quote."
    case .json(let offset): "The line is no JSON object; it goes wrong at byte \(offset + 1)."
    case .coordinateMissing(let role): "The row has no \(name(of: role))."
    case .notANumber(let role, let text): "The \(name(of: role)) '\(shortened(text))' is not a number."
    case .coordinate(let error): ErrorReport(UsageError.coordinate(error)).message
    case .category(let word): "There is no category '\(shortened(word))'; `placefind categories` lists every word."
    case .query(let text):
      "The words '\(shortened(text))' are no query: it has 1 to \(SearchText.maximumLength) characters."
    case .radius(let text):
      "The radius '\(shortened(text))' is no length between \(LengthText.text(of: SearchRadius.minimum.distance)) and "
        + "\(LengthText.text(of: SearchRadius.maximum.distance))."
    case .limit(let text): "The limit '\(shortened(text))' is no number of places; it starts at 1."
    case .nothingToLookFor: "Neither the row nor the options say what to look for; add -c or -q, or such a column."
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
    }
  }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
