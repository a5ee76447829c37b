import Domain

struct AnswerRendering: Sendable {
  let style: OutputStyle
  /// Whether the places are what a name may mean, rather than an answer that has numbers.
  var areCandidates = false

  @discardableResult
  func write(_ answer: Answer, to write: @escaping ([UInt8]) throws(SinkFailure) -> Void) throws(SinkFailure)
    -> Table.Omission
  {
    var omission = Table.Omission()
    var chunks = ChunkedOutput(write)
    let fields = style.fields
    switch style.format {
    case .json: chunks.bytes = AnswerJSON(place: PlaceWriter(fields: fields, as: .json)).bytes(of: answer)
    case .ndjson: try writeLines(answer, PlaceWriter(fields: fields, as: .json), hasHeader: false, to: &chunks)
    case .csv: try writeLines(answer, PlaceWriter(fields: fields, as: .csv), hasHeader: style.hasHeader, to: &chunks)
    case .tsv: try writeLines(answer, PlaceWriter(fields: fields, as: .tsv), hasHeader: style.hasHeader, to: &chunks)
    case .geojson: try AnswerGeoJSON(place: PlaceWriter(fields: fields, as: .json)).write(answer, to: &chunks)
    case .map: AnswerMap(window: style.window).append(answer, to: &chunks.bytes)
    case .html: try AnswerPage().write(answer, to: &chunks)
    case .table:
      guard !answer.places.isEmpty else { break }
      omission = PlaceTable(fields: style.fields, areCandidates: areCandidates).table(of: answer.places)
        .append(to: &chunks.bytes, style.table)
    }
    try chunks.flush()
    return omission
  }

  private func writeLines(_ answer: Answer, _ place: PlaceWriter, hasHeader: Bool, to chunks: inout ChunkedOutput)
    throws(SinkFailure)
  {
    if hasHeader { place.appendHeader(to: &chunks.bytes) }
    for found in answer.places {
      place.appendLine(found, to: &chunks.bytes)
      try chunks.flushWhenFull()
    }
  }
}

/// Passes output on in chunks, so that the text of a large answer need not be in memory as a whole.
struct ChunkedOutput {
  var bytes: [UInt8] = []
  private let write: ([UInt8]) throws(SinkFailure) -> Void

  private static let chunkSize = 1 << 16

  init(_ write: @escaping ([UInt8]) throws(SinkFailure) -> Void) { self.write = write }

  mutating func flushWhenFull() throws(SinkFailure) {
    guard bytes.count >= Self.chunkSize else { return }
    try flush()
  }

  mutating func flushWhenFull(_ json: inout JSONWriter) throws(SinkFailure) {
    guard json.bytes.count >= Self.chunkSize else { return }
    bytes += json.takeBytes()
    try flush()
  }

  mutating func flush() throws(SinkFailure) {
    guard !bytes.isEmpty else { return }
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
