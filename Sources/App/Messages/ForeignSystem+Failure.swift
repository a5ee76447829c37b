import Domain
import Tables

extension [CRSCandidate] {
  /// Returns the failure of coordinates in an unknown coordinate reference system (CRS).
  func failure(at path: String, columns: [String]) -> Failure {
    let shown = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
    let fault: Message = "\(path) has coordinates in metres\(shown), in an unknown coordinate reference system."
    guard !isEmpty else {
      let command = InputPath(path).conversion(from: ForeignSystem.unknownCode, columns: columns)
      return Failure(
        .crsUnknown,
        "\(fault) Ask the publisher for its EPSG code, and convert the file\(terminal: ": `\(command)`", agent: ".")"
      )
    }
    let relation: Message = "\(terminal: "with \(.crs)", agent: "in")"
    let choices: [Message] = map { "\($0.firstRow.meterText) \(relation) \($0.crs.rawValue)" }
    return Failure(
      .crsUnknown,
      """
      \(fault) The first row would be at \(choices.joined(separator: ", at ")). Check on a map which one is right, \
      or ask the publisher.
      """
    )
  }
}

extension [ForeignSystem] {
  /// Returns the failure of coordinates in an unsupported coordinate reference system, or in one of several.
  func failure(at path: String, columns: [String], candidates: [CRSCandidate]) -> Failure {
    let code = first?.code ?? ForeignSystem.unknownCode
    let command = InputPath(path).conversion(from: code, columns: columns)
    guard contains(where: { $0.country != nil }) else {
      return Failure(
        .systemUnknown,
        "\(path) has coordinates in \(code), which isn't supported.\(terminal: " Convert it: `\(command)`")"
      )
    }
    let countries = map { "\($0.code) of \($0.country ?? "")" }.joined(separator: ", ")
    let korean = candidates.map { $0.crs.rawValue }.joined(separator: ", ")
    let choice: Message = "\(terminal: "\(.crs)", agent: "one of"): \(korean)"
    let advice: Message = korean.isEmpty ? "" : " If the places are in Korea, use \(choice)."
    return Failure(
      .systemUnknown,
      """
      \(path) has coordinates in metres, in an unknown coordinate reference system. They fit \(countries). If \
      the places are elsewhere, ask the publisher for the EPSG code. Convert the file from the right \
      one\(terminal: ", such as: `\(command)`", agent: ".")\(advice)
      """
    )
  }
}

extension ForeignSystem {
  /// The placeholder for an unknown CRS code.
  fileprivate static let unknownCode = "EPSG:CODE"
}

extension Coordinate {
  /// The coordinate rounded to a metre; the CRSs of a country differ by 300 m.
  fileprivate var meterText: String {
    [latitude, longitude].map { (($0 * 1e5).rounded() / 1e5).decimalText }.joined(separator: ",")
  }
}
