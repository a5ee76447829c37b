import Domain

struct IndexReport: Sendable {
  let summary: IndexSummary
  let isVerified: Bool
  let build: IndexBuildReport?
  let times: TimeFormatter
  /// The name of the input of a downloaded index.
  private let fetched: String?

  init(summary: IndexSummary, isVerified: Bool, times: TimeFormatter, fetched: String? = nil) {
    self.summary = summary
    self.isVerified = isVerified
    self.times = times
    self.fetched = fetched
    build = nil
  }

  init(_ report: IndexBuildReport, times: TimeFormatter, fetched: String? = nil) {
    summary = report.summary
    isVerified = false
    self.times = times
    self.fetched = fetched
    build = report
  }

  private var isFetched: Bool { summary.inputs.contains { $0.name == fetched } }

  /// The report as text for people.
  var table: String {
    if let build, build.isTrial { return table(ofTrial: build) }
    var lines = [("file", summary.path)]
    if isVerified { lines.append(("state", "valid: every byte was checked")) }
    lines.append(("places", String(summary.placeCount)))
    if let build {
      lines.append(("rows read", String(build.rowCount)))
      if build.mergedCount > 0 {
        lines.append(("merged", "\(build.mergedCount), each the same place as an earlier row"))
      }
      let skipped = build.skipped.reduce(0) { $0 + $1.count }
      if skipped > 0 { lines.append(("skipped", String(skipped))) }
    }
    for count in summary.groups { lines.append(("  " + (count.group?.slug ?? "other"), String(count.places))) }
    if !summary.keys.isEmpty {
      lines.append(("attributes", summary.keys.map { "\($0.key) \($0.places)" }.joined(separator: ", ")))
    }
    if let box = summary.bounds { lines.append(("bounds", box.edgeText)) }
    // If the inputs cover different categories, list each input's coverage separately.
    let covering = summary.inputs.filter { !$0.coverage.isEmpty }
    if !summary.undeclaredExtracts.isEmpty {
      lines.append(("covers", "nothing declared, so no result is complete or proven nearest"))
    }
    let isOneList = Set(covering.map(\.coveredCategories)).count < 2
    if isOneList {
      for area in summary.coverage { lines.append(("covers", area.coverageText)) }
    } else {
      for input in covering {
        let held = input.coveredCategories.isEmpty ? "" : ": \(input.coveredCategories.joined(separator: ", "))"
        for area in input.coverage { lines.append(("covers", area.coverageText + held)) }
      }
    }
    if isOneList, summary.undeclaredExtracts.isEmpty, !summary.coveredCategories.isEmpty {
      let held =
        summary.coveredCategories == [.any]
        ? "every known kind" : summary.coveredCategories.map(\.slug).joined(separator: ", ")
      let what = isFetched ? "returned for that area and 500 m around it" : "in the inputs"
      lines.append(("complete", "\(held): all that was \(what)"))
    }
    if summary.isUnplacedOpen {
      let rows = counted(summary.unplacedCount, isFetched ? "element" : "row")
      lines.append(("missing", "\(rows) without a coordinate; results are never complete"))
    }
    for remark in summary.inputs.compactMap(\.remark) {
      lines.append(("missing", "a service truncated its response (\(remark)); results are never complete"))
    }
    for input in summary.inputs {
      lines.append(("input", text(of: input)))
      if build == nil, let line = input.mapping?.line, !line.isEmpty { lines.append(("  columns", line)) }
    }
    for (name, value) in [
      ("attribution", summary.attribution), ("license", summary.license),
      ("release", summary.timesOfParts ?? summary.release),
    ] {
      if let value { lines.append((name, value)) }
    }
    if summary.newestInputAtSeconds > 0, summary.inputs.count != 1 {
      lines.append(("newest input", times.local(summary.newestInputAtSeconds)))
    }
    lines.append(("format", "version \(summary.formatVersion), \(summary.fileBytes) bytes"))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + TerminalText.cleaned(value) + "\n"
    }.joined()
  }

  /// Returns a trial: the columns of each input, its rows, and some places.
  private func table(ofTrial build: IndexBuildReport) -> String {
    var lines = ["Nothing was written."]
    for input in build.inputs {
      lines.append("")
      lines.append("\(input.path): \(counted(input.rowCount, "row")) read, \(counted(input.placeCount, "place"))")
      lines += (input.mapping?.details ?? []).map { "  " + $0 }
    }
    lines +=
      [""]
      + build.examples.map { place in
        let what = place.kind?.slug ?? place.group?.slug ?? "no category"
        let point = "\(place.coordinate.latitude),\(place.coordinate.longitude)"
        return "  " + [place.name ?? "no name", what, point, place.address].compactMap(\.self).joined(separator: ", ")
      }
    return lines.map { TerminalText.cleaned($0) + "\n" }.joined()
  }

  private func text(of input: IndexInput) -> String {
    // The time is the file's modification time; its data may be older.
    let event = input.name == fetched ? "fetched" : "file last modified"
    let time = input.modifiedAtSeconds > 0 ? ", \(event) \(times.local(input.modifiedAtSeconds))" : ""
    return "\(input.name): \(counted(input.placeCount, "place"))\(time)\(input.notice.map { "; \($0)" } ?? "")"
  }
}

extension IndexSummary {
  /// The times of the oldest and the newest data; `nil` if all data is of one time.
  var timesOfParts: String? {
    guard let release, let latestRelease else { return nil }
    return "\(release) to \(latestRelease)"
  }

  /// The number of rows or elements without coordinates.
  var unplacedCount: Int { inputs.reduce(0) { $0 + $1.unplacedCount } }

  /// Whether rows without coordinates keep results from being complete.
  ///
  /// An index without coverage never claims completeness.
  var isUnplacedOpen: Bool { unplacedCount > 0 && !coverage.isEmpty }
}
