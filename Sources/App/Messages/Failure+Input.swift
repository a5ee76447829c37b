/// Why an input as a whole cannot be read as rows.
extension Failure {
  static func unreadable(_ failure: InputFailure) -> Failure {
    Failure("input_unreadable", .fileFailed, "Could not read \(failure.path): \(failure.reason).")
  }
  static var jsonArray: Failure { unusable("The input is a JSON array; write one object per line: jq -c '.[]' FILE.") }
  static func jsonDocument(isFeatureCollection: Bool) -> Failure {
    isFeatureCollection
      ? unusable("The input is one GeoJSON collection; write one feature per line: jq -c '.features[]' FILE.")
      : unusable("The input is JSON over several lines; write one object per line: jq -c . FILE.")
  }
  static var headerNotUTF8: Failure {
    unusable("The header is not UTF-8; convert the input, for Korean data often by iconv -f CP949 -t UTF-8 FILE.")
  }
  static var carriageReturns: Failure {
    unusable("The lines end in a carriage return alone; convert the input: tr '\\r' '\\n' < FILE.")
  }
  static var headerUnusable: Failure {
    unusable("The header is not a line of CSV: a quote does not close, or it is too long.")
  }
  static func headerMissing(columns: [String]) -> Failure {
    let advice = "Put a line with names, such as id,lat,lng, before it."
    let line = list(columns, called: "The first line is")
    return Failure("header_missing", .usage, "The table has no header: its first line holds numbers. \(advice) \(line)")
  }
  static func coordinatesMissing(columns: [String]) -> Failure {
    let advice = "name them with --lat-column and --lng-column, or call one that holds both 'at'."
    let other = "A column of addresses or names does too: --near-column."
    return Failure("columns_missing", .usage, "No columns hold the coordinates; \(advice) \(other) \(list(columns))")
  }
  static func subjectMissing(columns: [String]) -> Failure {
    let advice = "a category with -c, text with -q, or columns 'category' or 'query'."
    return Failure("columns_missing", .usage, "Say what to search for: \(advice) \(list(columns))")
  }
  static func columnMissing(_ name: String, columns: [String]) -> Failure {
    Failure("columns_missing", .usage, "There is no column '\(name)'. \(list(columns))")
  }
  static func columnTwice(_ name: String) -> Failure {
    Failure("columns_ambiguous", .usage, "Two columns are called '\(name)'; rename one of them.")
  }

  private static func unusable(_ sentence: String) -> Failure { Failure("input_unusable", .usage, sentence) }

  static func list(_ columns: [String], called name: String = "The columns are") -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return "\(name) \(shown)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }
}
