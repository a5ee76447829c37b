import Domain

/// Reads all rows and counts what answering them would cost; asks nothing.
struct DryRun: Sendable {
  /// Requests a day that Kakao allows for one search.
  ///
  /// Source: developers.kakao.com, quota (read 2026-11-21).
  static let dailyQuota = 100_000

  private(set) var rows = 0
  private(set) var invalid = 0
  private(set) var duplicates = 0
  /// Fewest and most requests of all questions, none asked twice.
  private(set) var requests = 0...0
  /// The first rows that cannot be asked, with what is wrong.
  private(set) var defects: [(row: Int, message: String)] = []

  private static let defectsShown = 5
  /// Eight bytes a question; two that differ and share a number are one in nobody's lifetime.
  private var seen: Set<Int> = []

  /// Reads and counts.
  ///
  /// - Parameters:
  ///   - reader: The input, opened.
  ///   - parser: Takes rows apart.
  ///   - template: What the options say about every question.
  ///   - cost: What a question costs.
  ///   - words: Puts what is wrong with a row into words.
  /// - Throws: When the input cannot be read on.
  init(
    reader: BatchReader,
    parser: RowParser,
    template: QuestionTemplate,
    cost: (RowQuestion) -> SearchCost,
    words: RowWords
  ) async throws(BatchInputError) {
    var bases = QuestionBases(of: template)
    while let block = try await reader.nextBlock() {
      let isUTF8 = block.isUTF8
      var row = ParsedRow()
      row.bytes = block.bytes
      for index in block.rows.indices {
        parser.parse(index, of: block, into: &row)
        if !isUTF8, row.defect == nil, !block.isUTF8(row: index) { row.defect = .notUTF8 }
        rows += 1
        do throws(RowDefect) {
          count(try template.question(for: row, base: bases.base(for: row)), cost: cost)
        } catch {
          invalid += 1
          if defects.count < Self.defectsShown { defects.append((row.number, words.defect(error).message)) }
        }
      }
    }
  }

  private mutating func count(_ question: RowQuestion, cost: (RowQuestion) -> SearchCost) {
    guard seen.insert(question.hashValue).inserted else {
      duplicates += 1
      return
    }
    let added = cost(question).requests
    let (most, isUnbounded) = requests.upperBound.addingReportingOverflow(added.upperBound)
    requests = (requests.lowerBound + added.lowerBound)...(isUnbounded ? .max : most)
  }

  /// The report for a person.
  ///
  /// - Parameter requestsPerSecond: The pace; 0 for no limit.
  /// - Returns: Some lines.
  func text(requestsPerSecond: Double) -> String {
    var lines = [
      "rows        \(NumberGrouping.text(of: rows))",
      "valid       \(NumberGrouping.text(of: rows - invalid))",
      "invalid     \(NumberGrouping.text(of: invalid))",
      "duplicate   \(NumberGrouping.text(of: duplicates))",
    ]
    if requests.upperBound == 0 {
      lines.append("requests    none")
    } else {
      lines.append("requests    \(Self.range(requests) { NumberGrouping.text(of: $0) })")
      let quota = Self.range(requests) { Self.share(of: $0) }
      lines.append("quota       \(quota) of the day's \(NumberGrouping.text(of: Self.dailyQuota)) requests")
      if requestsPerSecond > 0 {
        let time = NumberGrouping.time(seconds: Double(requests.lowerBound) / requestsPerSecond)
        lines.append("time        \(time) or more, at \(requestsPerSecond.formattedPlainly) requests a second")
      }
    }
    for defect in defects { lines.append("row \(defect.row): \(TerminalText.cleaned(defect.message))") }
    if invalid > defects.count { lines.append("and \(NumberGrouping.text(of: invalid - defects.count)) more") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report for a script.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: #"{"schema":1,"dry_run":true"#)
    for (name, value) in [
      ("rows", rows), ("valid", rows - invalid), ("invalid", invalid), ("duplicate", duplicates),
      ("requests_min", requests.lowerBound),
    ] {
      bytes.append(text: ",\"\(name)\":")
      bytes.append(decimal: value)
    }
    bytes.append(text: #","requests_max":"#)
    bytes.appendJSON(requests.upperBound == .max ? nil : requests.upperBound)
    bytes.append(text: #","daily_quota":"#)
    bytes.append(decimal: Self.dailyQuota)
    bytes.append(text: "}\n")
    return bytes
  }

  private static func range(_ range: ClosedRange<Int>, _ text: (Int) -> String) -> String {
    if range.upperBound == .max { return "\(text(range.lowerBound)) or more" }
    let (least, most) = (text(range.lowerBound), text(range.upperBound))
    return least == most ? least : "\(least) to \(most)"
  }

  private static func share(of requests: Int) -> String {
    let percent = Double(requests) * 100 / Double(dailyQuota)
    return "\(((percent * 100).rounded(.up) / 100).formattedPlainly) %"
  }
}

extension Double {
  /// The number in as few digits as it takes.
  fileprivate var formattedPlainly: String {
    var bytes: [UInt8] = []
    bytes.append(decimal: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
