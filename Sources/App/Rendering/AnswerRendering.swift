import Domain

/// Renders an answer in the form a command line wants.
struct AnswerRendering: Sendable {
  /// How the answer is wanted.
  let output: OutputArguments

  /// The whole text of an answer.
  func bytes(of answer: Answer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + answer.places.count * 512)
    let fields = output.fields ?? PlaceField.allCases
    switch output.format {
    case .json: AnswerJSON(place: PlaceJSON(fields: fields)).append(answer, to: &bytes)
    case .ndjson:
      let place = PlaceJSON(fields: fields)
      for found in answer.places {
        place.append(found, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    case .csv: append(answer, as: PlaceRecord(fields: fields, dialect: .csv), to: &bytes)
    case .tsv: append(answer, as: PlaceRecord(fields: fields, dialect: .tsv), to: &bytes)
    case .table:
      guard !answer.places.isEmpty else { break }
      PlaceTable(fields: output.fields).table(of: answer.places).append(
        to: &bytes,
        terminalColumns: output.terminalColumns,
        hasHeader: output.hasHeader,
        isColored: output.isColored
      )
    }
    return bytes
  }

  private func append(_ answer: Answer, as record: PlaceRecord, to bytes: inout [UInt8]) {
    if output.hasHeader { record.appendHeader(to: &bytes) }
    for found in answer.places { record.append(found, to: &bytes) }
  }
}
