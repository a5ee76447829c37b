import Domain

/// Writes a whole answer as one document of schema 1: a line for the query, one for the answer's facts, one a place.
struct AnswerJSON: Sendable {
  /// Writes the places.
  let place: PlaceJSON

  /// The document, with its line feed.
  func bytes(of answer: Answer) -> [UInt8] {
    JSONWriter.document(reserving: 512 + answer.places.count * 512) { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.member("query", appending: answer.question.append)
      json.breakLine(indent: 1)
      json.member("meta", appending: { Self.appendMeta(of: answer, to: &$0) })
      json.breakLine(indent: 1)
      json.array("places", answer.places) { json, found in
        json.breakLine(indent: 2)
        json.element(appending: { place.append(found, to: &$0) })
      }
    }
  }

  /// Appends the `meta` of an answer.
  static func appendMeta(of answer: Answer, to bytes: inout [UInt8]) {
    let provenance = answer.provenance
    bytes.append(addingCapacity: MetaJSON.maximumByteCount(attribution: provenance.attribution)) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        guard var cursor = unsafe ByteCursor(memory) else { return }
        unsafe MetaJSON.put(
          provenance,
          totalCount: answer.totalCount,
          returned: answer.places.count,
          isComplete: answer.isComplete,
          requests: provenance.requests,
          page: answer.page,
          to: &cursor
        )
        count = unsafe cursor.count
      }
    }
  }
}
