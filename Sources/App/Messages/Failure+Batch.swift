import Domain
import Tables

/// Errors about the options of a batch, its input, and rows that can't be read.
extension Failure {
  // MARK: - Options

  static func formatNeedsNearest(_ format: OutputFormat) -> Failure {
    let known = OutputFormat.all(of: .records).map(\.rawValue).joined(separator: ", ")
    return .usage(
      "\(.format) '\(format.rawValue)' is for \(.nearest). Add \(.nearest, "CATEGORY"), or choose one of \(known)."
    )
  }

  static var nearestWithoutNumber: Failure {
    .usage("\(.nearest) needs a number of places. Pass -n K, or leave out -n for the nearest place only.")
  }

  static var resumeNeedsRecords: Failure {
    .usage(
      """
      With a service, only NDJSON records can be resumed. Leave out \(.nearest), and write to an .ndjson file or with \
      \(.format) ndjson.
      """
    )
  }

  static var unorderedNeedsRecords: Failure {
    .usage("With \(.unordered), only NDJSON records can be resumed. Leave out \(.unordered) or \(.resume).")
  }

  /// Reports a resumed batch whose time changes with each run.
  static let resumeWithoutTime = Failure.usage(
    "\(.resume) can't be used with \(.openNow), because the time changes with each run. Use \(.openAt, "TIME"), or a "
      + "column 'time'."
  )

  static func subjectMissing(columns: [String]) -> Failure {
    Failure(.columnsMissing, "\(noSubject) \(list(columns))")
  }

  static let noSubject: Message =
    """
    Neither the rows nor the options have a category or text. Add \(short: .category) or \(short: .query), or a column \
    'category' or 'query'.
    """

  // MARK: - The input

  static var arrayCut: Failure {
    Failure(
      .inputUnusable,
      "The input ends in the middle of a JSON value, so rows may be missing. Download or export it again."
    )
  }

  static var headerNotUTF8: Failure {
    Failure(
      .inputUnusable,
      "The header isn't valid text. Name its encoding, for Korean data often with \(.encoding, value: "cp949")."
    )
  }

  static var carriageReturns: Failure {
    Failure(.inputUnusable, "The input can't be read as a table: \(LineEnds.mixed).")
  }

  static func headerTooLong(limitInBytes: Int) -> Failure {
    Failure(
      .inputUnusable,
      """
      The first line is longer than \(limitInBytes >> 20) MiB, so the input isn't a table. Pass CSV with a header, or \
      one JSON object per line.
      """
    )
  }

  static var headerUnusable: Failure {
    Failure(.inputUnusable, "The header isn't a line of CSV: a quote isn't closed, or the line is too long.")
  }

  static func headerMissing(columns: [String]) -> Failure {
    Failure(
      .headerMissing,
      "The table has no header. \(headerAdvice(ofValues: columns)) \(list(columns, called: "The first line is"))"
    )
  }

  /// Returns advice on reading a table without a header.
  ///
  /// - Parameter values: The cells of its first row, if known.
  /// - Returns: The advice, with the columns of the coordinates if only two numbers can be them.
  static func headerAdvice(ofValues values: [String] = []) -> Message {
    let degrees = values.enumerated().compactMap { column, text -> (column: Int, number: Double)? in
      guard text.contains("."), let number = NumberParser.number(text), abs(number) <= 180 else { return nil }
      return (column + 1, number)
    }
    let far = degrees.filter { abs($0.number) > 90 }
    let near = degrees.filter { abs($0.number) <= 90 }
    let isClear = far.count == 1 && near.count == 1
    let (latitude, longitude) = isClear ? ("\(near[0].column)", "\(far[0].column)") : ("N", "N")
    let meaning: Message = isClear ? "" : ", where N is the number of the column"
    return """
      Put a line with names, such as id,lat,lng, before it\
      \(terminal: ", or pass \(.header, value: "none") with \(.map) lat=\(latitude) and \(.map) lng=\(longitude)\(meaning)").
      """
  }

  static func coordinatesMissing(columns: [String]) -> Failure {
    Failure(
      .columnsMissing,
      """
      No columns of coordinates can be read. Name them with \(Message.coordinateColumns), or a column \
      with both with \(.map) point=COLUMN. For addresses or names, use \(.map) near=COLUMN. \(list(columns))
      """
    )
  }

  static func columnMissing(_ name: String, columns: [String]) -> Failure {
    Failure(.columnsMissing, "There is no column '\(name)'. \(list(columns))")
  }

  static func columnTwice(_ name: String) -> Failure {
    Failure(.columnsAmbiguous, "Two columns are called '\(name)'. Rename one of them.")
  }

  static func list(_ columns: [String], called name: String? = nil) -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }
    let list = name.map { "\($0) \(shown.joined(separator: ", "))" } ?? listed("column", shown)
    return "\(list)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }

  // MARK: - Rows that can't be read

  static let rowNotUTF8 = Failure(.rowNotUTF8, "The row isn't valid UTF-8.")

  /// Reports several lines that end in a carriage return only.
  static let rowOfLines = Failure(.rowMalformed, "The row has several lines: \(LineEnds.mixed).")

  /// Reports a row that can't be split off the input.
  init(_ error: RowSplitError) {
    switch error {
    case .tooLong(let limit):
      self.init(.rowTooLong, "The row is longer than \(limit >> 20) MiB. \(.failures) and \(.nearest) don't copy it.")
    case .quoteOpen: self.init(.rowMalformed, "The row opens a quote that isn't closed.")
    }
  }

  static func cellCount(found: Int, expected: Int) -> Failure {
    Failure(.rowMalformed, "The row has \(counted(found, "cell")), but the header has \(expected).")
  }

  static func textAfterQuote(inCell cell: Int) -> Failure {
    Failure(.rowMalformed, "In cell \(cell), text follows the closing quote.")
  }

  static let severalObjects = Failure(
    .rowMalformed,
    "The line has several JSON objects. Put each object on a line of its own: `jq -c . FILE`"
  )

  static func rowNotJSON(atByte number: Int) -> Failure {
    Failure(.rowMalformed, "The line isn't a JSON object: unexpected text at byte \(number).")
  }
}
