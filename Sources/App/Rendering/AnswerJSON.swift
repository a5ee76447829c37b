import Domain

/// Writes a whole answer as one document of schema 1: a line for the question, one for the answer's facts, one a place.
struct AnswerJSON: Sendable {
  /// Writes the places.
  let place: PlaceJSON

  /// Appends the document, with its line feed.
  func append(_ answer: Answer, to bytes: inout [UInt8]) {
    bytes.append(text: "{\"schema\":1,\n \"query\":")
    answer.question.append(to: &bytes)
    bytes.append(text: ",\n \"meta\":")
    Self.appendMeta(of: answer, to: &bytes)
    bytes.append(text: ",\n \"places\":[")
    for position in answer.places.indices {
      bytes.append(text: position == 0 ? "\n  " : ",\n  ")
      place.append(answer.places[position], to: &bytes)
    }
    bytes.append(text: "]}\n")
  }

  /// Appends the `meta` of an answer.
  static func appendMeta(of answer: Answer, to bytes: inout [UInt8]) {
    bytes.append(text: #"{"source":"#)
    bytes.appendJSON(string: answer.provenance.source.rawValue)
    bytes.append(text: #","total_count":"#)
    bytes.append(decimal: answer.totalCount)
    bytes.append(text: #","returned":"#)
    bytes.append(decimal: answer.places.count)
    bytes.append(text: #","complete":"#)
    bytes.appendJSON(answer.isComplete)
    bytes.append(text: #","requests":"#)
    bytes.append(decimal: answer.provenance.requests)
    bytes.append(text: #","attribution":"#)
    bytes.appendJSON(string: answer.provenance.attribution)
    if let page = answer.page {
      bytes.append(text: #","page":"#)
      bytes.append(decimal: page.request.number)
      bytes.append(text: #","size":"#)
      bytes.append(decimal: page.request.size)
      bytes.append(text: #","is_end":"#)
      bytes.appendJSON(page.isLast)
      bytes.append(text: #","pageable_count":"#)
      bytes.append(decimal: page.pageableCount)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
