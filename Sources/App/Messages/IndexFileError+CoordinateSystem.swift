import Domain
import Tables

/// Failures of coordinates in an unknown or unsupported coordinate reference system (CRS).
extension IndexFileError {
  func gridUnknown(_ path: String, columns: [String], candidates: [GridCandidate]) -> Failure {
    let shown = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
    let fault: Message = "\(path) has coordinates in metres\(shown), in an unknown coordinate reference system."
    guard !candidates.isEmpty else {
      let command = InputPath(path).conversion(from: Self.unknownCode, columns: columns)
      return Failure(
        .gridUnknown,
        "\(fault) Ask the publisher for its EPSG code, and convert the file\(terminal: ": `\(command)`", agent: ".")"
      )
    }
    let choices: [Message] = candidates.map { "\(Self.meterText($0.firstRow)) with \(.grid) \($0.grid.rawValue)" }
    return Failure(
      .gridUnknown,
      """
      \(fault) The first row would be at \(choices.joined(separator: ", at ")). Check on a map which one is right, \
      or ask the publisher.
      """
    )
  }

  func systemForeign(
    _ path: String,
    _ systems: [ForeignSystem],
    columns: [String],
    candidates: [GridCandidate]
  ) -> Failure {
    let code = systems.first?.code ?? Self.unknownCode
    let command = InputPath(path).conversion(from: code, columns: columns)
    guard systems.contains(where: { $0.country != nil }) else {
      return Failure(
        .systemUnknown,
        "\(path) has coordinates in \(code), which isn't supported.\(terminal: " Convert it: `\(command)`")"
      )
    }
    let countries = systems.map { "\($0.code) of \($0.country ?? "")" }.joined(separator: ", ")
    let korean = candidates.map { $0.grid.rawValue }.joined(separator: ", ")
    let advice: Message = korean.isEmpty ? "" : " If the places are in Korea, use \(.grid): \(korean)."
    return Failure(
      .systemUnknown,
      """
      \(path) has coordinates in metres, in an unknown coordinate reference system. They fit \(countries). Convert \
      the file from the right one\(terminal: ", such as: `\(command)`", agent: ".")\(advice)
      """
    )
  }

  /// The placeholder for an unknown CRS code.
  private static let unknownCode = "EPSG:CODE"

  /// A coordinate rounded to a metre; the CRSs of a country differ by 300 m.
  private static func meterText(_ point: Coordinate) -> String {
    [point.latitude, point.longitude].map { (($0 * 1e5).rounded() / 1e5).decimalText }.joined(separator: ",")
  }
}
