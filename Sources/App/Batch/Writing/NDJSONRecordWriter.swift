import Domain

/// Writes one JSON object a row, as schema 1 has it.
///
/// A record says nothing about the run that wrote it, so that the file of an interrupted run, finished later, is the
/// file of a run that was never interrupted. That is why `meta.requests` is `null` here: the summary counts requests.
struct NDJSONRecordWriter: RecordWriter {
  /// The bytes that every record begins with, up to the row's number.
  static let lead = [UInt8](#"{"row":"#.utf8)

  let head: [UInt8] = []

  private let input: InputWriter
  private let place = PlaceJSON()
  private let id = [UInt8](#","id":"#.utf8)
  private let status = [UInt8](#","status":""#.utf8)
  private let inputKey = [UInt8](#"","input":"#.utf8)
  private let query = [UInt8](#","query":"#.utf8)
  private let meta = [UInt8](#","meta":{"source":""#.utf8)
  private let totalCount = [UInt8](#"","total_count":"#.utf8)
  private let returned = [UInt8](#","returned":"#.utf8)
  private let complete = [UInt8](#","complete":true,"requests":null,"attribution":"#.utf8)
  private let incomplete = [UInt8](#","complete":false,"requests":null,"attribution":"#.utf8)
  private let places = [UInt8](#"},"places":"#.utf8)
  private let noError = [UInt8](",\"error\":null}\n".utf8)

  /// Makes a writer.
  ///
  /// - Parameter form: What the input looks like.
  init(form: RowParser.Form) { input = InputWriter(form: form) }

  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    out.append(contentsOf: Self.lead)
    out.append(decimal: row.number)
    out.append(contentsOf: id)
    input.appendID(of: row, to: &out)
    out.append(contentsOf: status)
    out.append(text: answer.status.rawValue)
    out.append(contentsOf: inputKey)
    input.append(row, to: &out)
    out.append(contentsOf: query)
    switch answer {
    case .answered(let question, let answer):
      append(question, to: &out)
      append(answer, to: &out)
    case .invalid(let question, let error):
      if let question { append(question, to: &out) } else { out.appendJSONNull() }
      append(error, to: &out)
    case .failed(let question, let error):
      append(question, to: &out)
      append(error, to: &out)
    }
  }

  private func append(_ question: RowQuestion, to out: inout [UInt8]) {
    QuestionJSON(query: question.query, limit: question.limit.count).append(to: &out)
  }

  private func append(_ answer: PlaceCollection, to out: inout [UInt8]) {
    out.append(contentsOf: meta)
    out.append(text: answer.provenance.source.rawValue)
    out.append(contentsOf: totalCount)
    out.append(decimal: answer.totalCount)
    out.append(contentsOf: returned)
    out.append(decimal: answer.places.count)
    out.append(contentsOf: answer.isComplete ? complete : incomplete)
    out.appendJSON(string: answer.provenance.attribution)
    out.append(contentsOf: places)
    place.append(array: answer.places, to: &out)
    out.append(contentsOf: noError)
  }

  private func append(_ error: RowError, to out: inout [UInt8]) {
    out.append(text: #","meta":null,"places":[],"error":{"code":"#)
    out.appendJSON(string: error.code)
    out.append(text: #","message":"#)
    out.appendJSON(string: error.message)
    out.append(text: #","retryable":"#)
    out.appendJSON(error.isRetryable)
    out.append(text: "}}\n")
  }
}

extension NDJSONRecordWriter {
  /// What makes a row's record known again in an earlier output.
  func identity(of row: ParsedRow, asking question: RowQuestion) -> RowIdentity {
    var id: [UInt8] = []
    input.appendID(of: row, to: &id)
    var content: [UInt8] = []
    input.append(row, to: &content)
    var query: [UInt8] = []
    append(question, to: &query)
    return RowIdentity(id: id, input: content, query: query)
  }
}
