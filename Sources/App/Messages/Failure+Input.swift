import Tables

/// Errors about an input that can't be read as rows.
extension Failure {
  static var keyAndRowsFromInput: Failure {
    Failure(
      .usage,
      """
      Standard input can't have both the key and the rows. Put one of them into a file: --key-file FILE, or placefind \
      batch ROWS.
      """
    )
  }

  static var indexAndRowsFromInput: Failure {
    Failure(
      .usage,
      """
      Standard input can't have both the index and the rows. Put one of them into a file: --index FILE, or placefind \
      batch ROWS.
      """
    )
  }

  static func unreadable(_ failure: InputFailure) -> Failure {
    Failure(.inputUnreadable, "Could not read \(failure.path): \(failure.reason).")
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
      "The header isn't valid text. Name its encoding, for Korean data often with --encoding cp949."
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
      or pass --header none with --map lat=2 and --map lng=3. \(line)
      """
    )
  }

  static func coordinatesMissing(columns: [String]) -> Failure {
    Failure(
      .columnsMissing,
      """
      No columns hold the coordinates; name them with --lat-column and --lng-column, or call one that holds both \
      'latlng' or 'lnglat', as one or the other comes first. A column of addresses or names does too: --near-column. \
      \(list(columns))
      """
    )
  }

  static func subjectMissing(columns: [String]) -> Failure {
    Failure(
      .columnsMissing,
      "Say what to search for: a category with -c, text with -q, or columns 'category' or 'query'. \(list(columns))"
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
