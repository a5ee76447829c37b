import Domain

struct IndexReport: Sendable {
  private let summary: IndexSummary
  private let isVerified: Bool
  private let build: IndexBuildReport?
  private let times: TimeFormatter
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
      lines.append(("facts", summary.keys.map { "\($0.key) \($0.places)" }.joined(separator: ", ")))
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
      let isFetched = summary.inputs.contains { $0.name == fetched }
      let what = isFetched ? "returned for that area and 500 m around it" : "in the inputs"
      lines.append(("complete", "\(held): all that was \(what)"))
    }
    if summary.isUnplacedOpen {
      let isFetched = summary.inputs.contains { $0.name == fetched }
      let rows = counted(summary.unplacedCount, isFetched ? "element" : "row")
      lines.append(("lacking", "\(rows) without a coordinate; results are never complete"))
    }
    for remark in summary.inputs.compactMap(\.remark) {
      lines.append(("lacking", "a service truncated its response (\(remark)); results are never complete"))
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
    if summary.builtAtSeconds > 0, summary.inputs.count != 1 {
      lines.append(("newest input", times.local(summary.builtAtSeconds)))
    }
    lines.append(("format", "version \(summary.formatVersion), \(summary.fileBytes) bytes"))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + TerminalText.cleaned(value) + "\n"
    }.joined()
  }

  /// A trial: the columns of each input, its rows, and some places.
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

  /// The report as a JSON document.
  var json: [UInt8] {
    JSONWriter.document { json in
      json.member("schema", 1)
      json.member("path", summary.path)
      json.member("format_version", summary.formatVersion)
      json.member("file_bytes", summary.fileBytes)
      json.member("verified", isVerified)
      json.member("place_count", summary.placeCount)
      json.object("categories") { json in
        for count in summary.groups { json.member(count.group?.slug ?? "other", count.places) }
      }
      if let box = summary.bounds {
        json.array("bbox", of: box.edges) { $0.element($1) }
      } else {
        json.member("bbox", nil as String?)
      }
      json.array("sources", of: summary.sources) { $0.element($1) }
      json.member("attribution", summary.attribution)
      json.member("license", summary.license)
      json.member("release", summary.release)
      if let latest = summary.latestRelease { json.member("release_until", latest) }
      json.member("built_at", stamp(summary.builtAtSeconds))
      json.object("sections") { json in
        for section in summary.sections { json.member(section.name, section.bytes) }
      }
      json.array("covers", of: summary.coverage.map(\.coverageText)) { $0.element($1) }
      json.array("covers_categories", of: summary.coveredCategories.map(\.slug)) { $0.element($1) }
      json.object("attributes") { json in
        for key in summary.keys { json.member(key.key, key.places) }
      }
      if let build {
        Self.write(build, to: &json)
      } else {
        json.array("inputs", of: summary.inputs) { json, input in
          json.element {
            $0.member("name", input.name)
            $0.member("places", input.placeCount)
            if input.unplacedCount > 0 { $0.member("unplaced", input.unplacedCount) }
            if let remark = input.remark { $0.member("remark", remark) }
            $0.member("read_at", stamp(input.readAtSeconds))
            $0.member("attribution", input.attribution)
            $0.member("license", input.license)
            if let mapping = input.mapping { $0.object("mapping") { Self.write(mapping, to: &$0) } }
          }
        }
      }
    }
  }

  /// A timestamp; `nil` if the time is unknown.
  private func stamp(_ seconds: Int64) -> String? { seconds > 0 ? times.stamp(seconds) : nil }

  private func text(of input: IndexInput) -> String {
    // The time is the file's modification time; its data may be older.
    let event = input.name == fetched ? "fetched" : "file last modified"
    let time = input.readAtSeconds > 0 ? ", \(event) \(times.local(input.readAtSeconds))" : ""
    return "\(input.name): \(counted(input.placeCount, "place"))\(time)\(input.notice.map { "; \($0)" } ?? "")"
  }

  private static func write(_ mapping: ColumnMapping, to json: inout JSONWriter, command: String? = nil) {
    json.array("columns", of: mapping.columns) { json, column in
      json.element {
        $0.member("field", column.field)
        $0.member("column", column.title.isEmpty ? nil : column.title)
        $0.member("reason", column.reason.rawValue)
        if command != nil { $0.array("samples", of: column.samples) { $0.element($1) } }
      }
    }
    guard let command else { return }
    json.array("unused", of: mapping.unused) { $0.element($1) }
    json.member("kinds", mapping.kindCount)
    json.member("command", command)
  }

  private static func write(_ build: IndexBuildReport, to json: inout JSONWriter) {
    if build.isTrial {
      json.member("dry_run", true)
      json.array("examples", of: build.examples) { json, place in
        json.element {
          $0.member("id", place.id)
          $0.member("place_name", place.name ?? "")
          $0.member("category", place.group?.slug)
          $0.member("kind", place.kind?.slug)
          $0.member("lat", place.coordinate.latitude)
          $0.member("lng", place.coordinate.longitude)
        }
      }
    }
    json.member("rows_read", build.rowCount)
    json.member("merged", build.mergedCount)
    json.array("inputs", of: build.inputs) { json, input in
      json.element {
        $0.member("path", input.path)
        $0.member("dataset", input.dataset)
        $0.member("rows", input.rowCount)
        $0.member("places", input.placeCount)
        $0.member("without_category", input.ungroupedCount)
        $0.member("without_name", input.unnamedCount)
        guard let mapping = input.mapping else { return $0.member("mapping", nil as String?) }
        let path = input.archive ?? input.path
        let command = mapping.command(forInput: path, in: build.format, output: build.summary.path)
        $0.object("mapping") { write(mapping, to: &$0, command: command) }
      }
    }
    if build.isAddition {
      json.array("changes", of: build.changes) { json, change in
        json.element {
          $0.member("name", change.name)
          $0.member("added", change.added)
          $0.member("removed", change.removed)
          $0.member("moved", change.moved)
          $0.member("changed", change.changed)
          $0.member("unchanged", change.unchanged)
        }
      }
    }
    json.array("skipped", of: build.skipped) { json, rows in
      json.element {
        $0.member("reason", rows.reason.rawValue)
        $0.member("count", rows.count)
        $0.object("example") {
          $0.member("path", rows.example.path)
          $0.member("row", rows.example.row)
          $0.member("text", rows.example.text)
        }
      }
    }
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
