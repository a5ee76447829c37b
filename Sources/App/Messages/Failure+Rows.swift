import Domain
import Tables

/// Errors about an input that can't be read as rows.
extension Failure {
  static var keyAndRowsFromInput: Failure {
    Failure(
      .usage,
      """
      Standard input can't have both the key and the rows. Put one of them into a file: \(.keyFile, "FILE"), or \
      placefind \
      batch ROWS.
      """
    )
  }

  static var indexAndRowsFromInput: Failure {
    Failure(
      .usage,
      """
      Standard input can't have both the index and the rows. Put one of them into a file: \(.index, "FILE"), or \
      placefind \
      batch ROWS.
      """
    )
  }

  static var arrayCut: Failure {
    Failure(
      .inputUnusable,
      "The input ends in the middle of a JSON value, so rows may be missing. Get it from its source again."
    )
  }

  static var headerNotUTF8: Failure {
    Failure(
      .inputUnusable,
      "The header isn't valid text. Name its encoding, for Korean data often with \(.encoding, value: "cp949")."
    )
  }

  static var carriageReturns: Failure {
    Failure(.inputUnusable, "The input cannot be read as a table: \(LineEnds.mixed).")
  }

  static func headerTooLong(limitInBytes: Int) -> Failure {
    Failure(
      .inputUnusable,
      """
      The first line is longer than \(limitInBytes >> 20) MiB, so the input isn't a table. name a file of CSV \
      with a header, or of one JSON object per line.
      """
    )
  }

  static func blankInput(limitInBytes: Int) -> Failure {
    let limit = limitInBytes >> 20
    return Failure(
      .inputUnusable,
      "The input begins with more than \(limit) MiB of blank lines and no row; remove them, as with: grep ."
    )
  }

  static func rowsMissing(limitInBytes: Int) -> Failure {
    Failure(
      .inputUnusable,
      """
      More than \(limitInBytes >> 20) MiB of the input hold no row, but one line that does not end or blank lines; \
      look at it with: head -c 1000 FILE
      """
    )
  }

  static var headerUnusable: Failure {
    Failure(.inputUnusable, "The header is not a line of CSV: a quote does not close, or it is too long.")
  }

  static func headerMissing(columns: [String]) -> Failure {
    let line = list(columns, called: "The first line is")
    return Failure(
      .headerMissing,
      """
      The table has no header: its first line holds numbers. Put a line with names, such as id,lat,lng, before it, \
      or pass \(.header, value: "none") with \(.map) lat=2 and \(.map) lng=3. \(line)
      """
    )
  }

  static func coordinatesMissing(columns: [String]) -> Failure {
    Failure(
      .columnsMissing,
      """
      No columns hold the coordinates; name them with \(.latitudeColumn) and \(.longitudeColumn), or call one that \
      holds both \
      'latlng' or 'lnglat', as one or the other comes first. A column of addresses or names does too: \(.nearColumn). \
      \(list(columns))
      """
    )
  }

  static func subjectMissing(columns: [String]) -> Failure {
    Failure(
      .columnsMissing,
      "Say what to search for: a category with \(short: .category), text with \(short: .query), or columns "
        + "'category' or 'query'. \(list(columns))"
    )
  }

  static func columnMissing(_ name: String, columns: [String]) -> Failure {
    Failure(.columnsMissing, "There is no column '\(name)'. \(list(columns))")
  }

  static func columnTwice(_ name: String) -> Failure {
    Failure(.columnsAmbiguous, "Two columns are called '\(name)'; rename one of them.")
  }

  static func list(_ columns: [String], called name: String = "The columns are") -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return "\(name) \(shown)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }
}

/// Errors about a row that isn't a valid query.
extension Failure {
  static let rowNotUTF8 = Failure(.rowNotUTF8, "The row is not UTF-8.")

  /// Reports several lines that end in a carriage return only.
  static let rowOfLines = Failure(.rowMalformed, "The row is more than one: \(LineEnds.mixed).")

  static let rowWithoutLocation = Failure(
    .coordinatesMissing,
    "The row has neither coordinates nor an address."
  )

  static let lineAndPoint = Failure(
    .shapeInvalid,
    "The row has a line and another location. Leave its coordinates and 'within' empty."
  )

  static var radiusOfPolygons: Failure { Failure(.shapeInvalid, conflict(.within, .radius).wording) }

  static let rowWithoutSubject = Failure(
    .nothingToLookFor,
    "Neither the row nor the options name what to search for. Add \(short: .category) or \(short: .query), or a "
      + "column 'category' or 'query'."
  )

  /// Reports a row that can't be split off the input.
  init(_ error: RowSplitError) {
    switch error {
    case .tooLong(let limit):
      self.init(.rowTooLong, "The row is longer than \(limit >> 20) MiB. \(.failures) and \(.nearest) don't copy it.")
    case .quoteOpen: self.init(.rowMalformed, "A quote that the row opens is not closed in it.")
    }
  }

  static func cellCount(found: Int, expected: Int) -> Failure {
    Failure(.rowMalformed, "The row has \(counted(found, "cell")); the header has \(expected).")
  }

  static func textAfterQuote(inCell cell: Int) -> Failure {
    Failure(.rowMalformed, "In cell \(cell), text follows the closing quote.")
  }

  static func rowNotJSON(atByte number: Int) -> Failure {
    Failure(.rowMalformed, "The line is not a JSON object: unexpected text at byte \(number).")
  }

  static func coordinateMissing(_ role: ColumnRole) -> Failure {
    Failure(.coordinatesMissing, "The row has no \(name(of: role)).")
  }

  static func notANumber(_ role: ColumnRole, text: String) -> Failure {
    Failure(.coordinatesInvalid, "The \(name(of: role)) '\(shortened(text))' is not a number.")
  }

  static func notACoordinate(_ text: String) -> Failure {
    Failure(
      .coordinatesInvalid,
      "'\(shortened(text))' is not a point. Write latitude and longitude, as in 37.4979,127.0276."
    )
  }

  static func offGrid(x: Double, y: Double) -> Failure {
    Failure(.coordinatesInvalid, "\(x.decimalText),\(y.decimalText) is not on the grid of \(.grid).")
  }

  /// Reports text that is empty or too long to search for.
  static func unsearchable(_ text: String, _ code: FailureCode) -> Failure {
    Failure(
      code,
      "The text '\(shortened(text))' can't be searched for: it must have 1 to \(SearchText.maximumLength) characters."
    )
  }

  static func unreadableRadius(_ text: String) -> Failure {
    let least = DistanceFormatter.short(SearchRadius.minimum.distance)
    let most = DistanceFormatter.short(SearchRadius.maximum.distance)
    return Failure(.radiusInvalid, "The radius '\(shortened(text))' is not a length between \(least) and \(most).")
  }

  static func radiusTooFarFromLine(_ text: String) -> Failure {
    let most = DistanceFormatter.short(SearchRadius.largestBesideLine.distance)
    return Failure(.radiusInvalid, "The radius '\(shortened(text))' is too far from a line; it is at most \(most).")
  }

  static func unreadableLimit(_ text: String) -> Failure {
    Failure(.limitInvalid, "The limit '\(shortened(text))' is not a number of places: 0 or more, or all.")
  }

  static func unreadableCondition(_ text: String) -> Failure {
    Failure(.conditionInvalid, "The condition '\(shortened(text))' is not \(ValueShape.condition.rawValue).")
  }

  static func shape(_ error: ShapeError, inCellOf role: ColumnRole) -> Failure {
    .shape(error, as: role == .along ? .line : .polygons, in: "The cell '\(role.names[0])'")
  }

  private static func name(of role: ColumnRole) -> String { role == .latitude ? "latitude" : "longitude" }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
