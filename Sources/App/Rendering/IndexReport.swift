import Domain

/// What there is to say about an index, for a person or a program.
struct IndexReport: Sendable {
  /// The forms of a report.
  enum Format: String, CaseIterable, Sendable {
    /// Lines for a person.
    case table
    /// One JSON document.
    case json
  }

  private let summary: IndexSummary
  private let isVerified: Bool
  private let build: IndexBuildReport?

  /// Reports on an index that is there.
  init(summary: IndexSummary, isVerified: Bool) {
    self.summary = summary
    self.isVerified = isVerified
    build = nil
  }

  /// Reports on an index that was just built.
  init(_ report: IndexBuildReport) {
    summary = report.summary
    isVerified = false
    build = report
  }

  /// The report, with its last line feed.
  func text(as format: Format) -> String {
    switch format {
    case .table: table
    case .json: json
    }
  }

  private var table: String {
    var lines = [("file", summary.path)]
    if isVerified { lines.append(("state", "sound: every byte is what it should be")) }
    lines.append(("places", String(summary.placeCount)))
    if let build {
      lines.append(("rows read", String(build.rowCount)))
      if build.mergedCount > 0 { lines.append(("merged", "\(build.mergedCount), with the same id as an earlier one")) }
    }
    for count in summary.groups { lines.append(("  " + (count.group?.slug ?? "other"), String(count.places))) }
    if let box = summary.bounds {
      let edges = [box.west, box.south, box.east, box.north].map(ErrorReport.degrees)
      lines.append(("bounds", edges.joined(separator: ",")))
    }
    lines.append(("sources", summary.sources.joined(separator: ", ")))
    for (name, value) in [
      ("attribution", summary.attribution), ("license", summary.license), ("release", summary.release),
    ] {
      if let value { lines.append((name, value)) }
    }
    lines.append(("built", TimeText.utc(secondsSince1970: summary.builtAtSeconds)))
    lines.append(("format", "version \(summary.formatVersion), \(summary.fileBytes) bytes"))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + TerminalText.cleaned(value) + "\n"
    }.joined()
  }

  private var json: String {
    var bytes: [UInt8] = []
    bytes.append(text: #"{"schema":1,"path":"#)
    bytes.appendJSON(string: summary.path)
    bytes.append(text: #","format_version":\#(summary.formatVersion),"file_bytes":\#(summary.fileBytes)"#)
    bytes.append(text: #","verified":\#(isVerified),"place_count":\#(summary.placeCount),"categories":{"#)
    for (position, count) in summary.groups.enumerated() {
      bytes.append(text: "\(position > 0 ? "," : "")\"\(count.group?.slug ?? "other")\":\(count.places)")
    }
    bytes.append(text: #"},"bbox":"#)
    let edges = summary.bounds.map { [$0.west, $0.south, $0.east, $0.north].map(ErrorReport.degrees) }
    bytes.append(text: edges.map { "[\($0.joined(separator: ","))]" } ?? "null")
    bytes.append(text: #","sources":["#)
    for (position, source) in summary.sources.enumerated() {
      if position > 0 { bytes.append(text: ",") }
      bytes.appendJSON(string: source)
    }
    bytes.append(text: "]")
    for (name, value) in [
      ("attribution", summary.attribution), ("license", summary.license), ("release", summary.release),
      ("built_at", TimeText.utc(secondsSince1970: summary.builtAtSeconds)),
    ] {
      bytes.append(text: ",\"\(name)\":")
      if let value { bytes.appendJSON(string: value) } else { bytes.append(text: "null") }
    }
    bytes.append(text: #","sections":{"#)
    for (position, section) in summary.sections.enumerated() {
      if position > 0 { bytes.append(text: ",") }
      bytes.appendJSON(string: section.name)
      bytes.append(text: ":\(section.bytes)")
    }
    bytes.append(text: "}")
    if let build { append(build, to: &bytes) }
    bytes.append(text: "}\n")
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ build: IndexBuildReport, to bytes: inout [UInt8]) {
    bytes.append(text: #","rows_read":\#(build.rowCount),"merged":\#(build.mergedCount),"skipped":["#)
    for (position, rows) in build.skipped.enumerated() {
      bytes.append(text: position > 0 ? #",{"reason":"# : #"{"reason":"#)
      bytes.appendJSON(string: ErrorReport.code(of: rows.reason))
      bytes.append(text: #","count":\#(rows.count),"example":{"path":"#)
      bytes.appendJSON(string: rows.example.path)
      bytes.append(text: #","row":\#(rows.example.row),"text":"#)
      bytes.appendJSON(string: rows.example.text)
      bytes.append(text: "}}")
    }
    bytes.append(text: "]")
  }
}
