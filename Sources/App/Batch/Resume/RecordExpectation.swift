import Domain

/// What the records of a file have to be so that this run may go on with it: answers of the source that would answer
/// now, to the questions that would be asked now.
///
/// Nothing is remembered beside the records. Each carries the row it was made from and the question that was asked, so
/// the row is read once more under the options of today: another question means other options, and that holds for files
/// of every version, whatever the input is by now.
struct RecordExpectation {
  /// Who would answer now.
  let provenance: Provenance

  private let parser: RowParser
  private let template: QuestionTemplate
  private var bases: QuestionBases
  private var row = ParsedRow()
  private var question: [UInt8] = []

  /// Says what is expected.
  ///
  /// - Parameters:
  ///   - provenance: Who would answer now.
  ///   - names: Which members of a row play which role.
  ///   - template: What the options say about every question.
  init(provenance: Provenance, names: ColumnNames, template: QuestionTemplate) {
    self.provenance = provenance
    self.template = template
    parser = RowParser(form: .ndjson, names: names)
    bases = QuestionBases(of: template)
  }

  /// Compares the source of an answer with the one that would answer now; nothing when they are the same.
  func otherSource(of record: RecordAnatomy, in line: [UInt8]) -> RecordSource? {
    guard record.isAnswer else { return nil }
    var found = RecordSource(name: "", attribution: nil)
    var scanner = JSONScanner(line, record.meta)
    _ = scanner.scanObject { key, _, value in
      if line[key].elementsEqual("source".utf8) { found.name = value.text(in: line) ?? "" }
      if line[key].elementsEqual("attribution".utf8) { found.attribution = value.text(in: line) }
    }
    return found == RecordSource(provenance) ? nil : found
  }

  /// Compares a record's question with the one that its row would ask now; nothing when they are the same.
  mutating func otherQuestion(of record: RecordAnatomy, in line: [UInt8]) -> QuestionDifference? {
    guard line[record.query.lowerBound] == Ascii.openBrace else { return nil }
    row.bytes = line
    // Lets go of the line again, so that the next one is not compared with memory that two hold.
    defer { row.bytes = [] }
    parser.parseObject(record.input, into: &row)
    row.number = record.number
    question.removeAll(keepingCapacity: true)
    if let asked = try? template.question(for: row, base: bases.base(for: row)) {
      QuestionJSON(query: asked.query, limit: asked.limit.count).append(to: &question)
    }
    guard !line[record.query].elementsEqual(question) else { return nil }
    return QuestionDifference(row: record.number, earlier: Array(line[record.query]), now: question)
  }
}

/// A source as a record names it.
struct RecordSource: Sendable, Hashable {
  /// The kind of source.
  var name: String
  /// The notice that the data's licence asks for.
  var attribution: String?

  init(name: String, attribution: String?) {
    self.name = name
    self.attribution = attribution
  }

  /// How records name a source.
  init(_ provenance: Provenance) {
    self.init(name: provenance.source.rawValue, attribution: provenance.attribution)
  }
}

/// The first member in which two questions differ.
struct QuestionDifference: Sendable, Hashable {
  /// The row whose record it is.
  let row: Int
  /// The member.
  let member: String
  /// Its value in the record, in JSON; empty when the row would be no question now.
  let earlier: String
  /// Its value now, in JSON; `nil` when the row would be no question.
  let now: String?

  /// Compares two questions, in JSON; the one of now is empty when the row is no question any more.
  init(row: Int, earlier: [UInt8], now: [UInt8]) {
    let (before, after) = (Self.members(of: earlier), Self.members(of: now))
    let differing =
      now.isEmpty ? nil : before.first { member in after.first { $0.name == member.name }?.value != member.value }
    self.row = row
    member = differing?.name ?? "query"
    self.earlier = differing?.value ?? ""
    self.now = after.first { $0.name == differing?.name }?.value
  }

  private static func members(of question: [UInt8]) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    var scanner = JSONScanner(question, 0..<question.count)
    _ = scanner.scanObject { key, _, value in
      let isText = value.form == .jsonString || value.form == .jsonEscapedString
      let range = isText ? (value.start - 1)..<(value.end + 1) : value.range
      members.append((String(decoding: question[key], as: UTF8.self), String(decoding: question[range], as: UTF8.self)))
    }
    return members
  }
}
