import Domain

/// Renders an answer in the form a command line wants.
struct AnswerRendering: Sendable {
  /// How the answer is wanted.
  let output: OutputArguments

  /// Writes an answer.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - write: Takes it in chunks.
  /// - Returns: What a table had no room for.
  /// - Throws: When the output cannot be written.
  @discardableResult
  func write(_ answer: Answer, to write: @escaping ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Table.Omission
  {
    var omission = Table.Omission()
    var chunks = ChunkedOutput(write)
    let fields = output.fields ?? PlaceField.allCases
    switch output.format {
    case .json: chunks.bytes = AnswerJSON(place: PlaceJSON(fields: fields)).bytes(of: answer)
    case .ndjson:
      let place = PlaceJSON(fields: fields)
      for found in answer.places {
        place.append(found, to: &chunks.bytes)
        chunks.bytes.append(UInt8(ascii: "\n"))
        try chunks.flushWhenFull()
      }
    case .csv: try writeRecords(answer, as: PlaceRecord(fields: fields, dialect: .csv), to: &chunks)
    case .tsv: try writeRecords(answer, as: PlaceRecord(fields: fields, dialect: .tsv), to: &chunks)
    case .geojson: try AnswerGeoJSON(place: PlaceJSON(fields: fields)).write(answer, to: &chunks)
    case .map: AnswerMap(window: output.window).append(answer, to: &chunks.bytes)
    case .html: try AnswerPage().write(answer, to: &chunks)
    case .table:
      guard !answer.places.isEmpty else { break }
      omission = PlaceTable(fields: output.fields).table(of: answer.places).append(to: &chunks.bytes, output.tableDress)
    }
    try chunks.flush()
    return omission
  }

  private func writeRecords(_ answer: Answer, as record: PlaceRecord, to chunks: inout ChunkedOutput) throws(Failure) {
    if output.hasHeader { record.appendHeader(to: &chunks.bytes) }
    for found in answer.places {
      record.append(found, to: &chunks.bytes)
      try chunks.flushWhenFull()
    }
  }
}
