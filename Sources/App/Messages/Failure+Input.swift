/// Why an input as a whole cannot be read as rows.
extension Failure {
  static func unreadable(_ failure: InputFailure) -> Failure {
    Failure(named: "inputUnreadable", failure.path, failure.reason)
  }
  static var jsonArray: Failure { Failure(named: "jsonArray") }
  static func jsonDocument(isFeatureCollection: Bool) -> Failure {
    Failure(named: isFeatureCollection ? "jsonCollection" : "jsonDocument")
  }
  static var headerNotUTF8: Failure { Failure(named: "headerNotUTF8") }
  static var carriageReturns: Failure { Failure(named: "carriageReturns") }
  static func headerTooLong(limitInBytes: Int) -> Failure { Failure(named: "headerTooLong", limitInBytes >> 20) }
  static func blankInput(limitInBytes: Int) -> Failure { Failure(named: "blankInput", limitInBytes >> 20) }
  static func rowsMissing(limitInBytes: Int) -> Failure { Failure(named: "rowsMissing", limitInBytes >> 20) }
  static var headerUnusable: Failure { Failure(named: "headerUnusable") }
  static func headerMissing(columns: [String]) -> Failure {
    Failure(named: "headerMissing", list(columns, called: "The first line is"))
  }
  static func coordinatesMissing(columns: [String]) -> Failure {
    Failure(named: "columnsWithoutCoordinates", list(columns))
  }
  static func subjectMissing(columns: [String]) -> Failure { Failure(named: "columnsWithoutSubject", list(columns)) }
  static func columnMissing(_ name: String, columns: [String]) -> Failure {
    Failure(named: "columnMissing", name, list(columns))
  }
  static func columnTwice(_ name: String) -> Failure { Failure(named: "columnTwice", name) }

  static func list(_ columns: [String], called name: String = "The columns are") -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return "\(name) \(shown)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }
}
