import Domain

extension IndexReport {
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
      json.member("newest_input_at", stamp(summary.newestInputAtSeconds))
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
            $0.member("modified_at", stamp(input.modifiedAtSeconds))
            $0.member("attribution", input.attribution)
            $0.member("license", input.license)
            if let mapping = input.mapping { $0.object("mapping") { Self.write(mapping, to: &$0) } }
          }
        }
      }
    }
  }

  /// Returns a timestamp; `nil` if the time is unknown.
  private func stamp(_ seconds: Int64) -> String? { seconds > 0 ? times.stamp(seconds) : nil }

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
        let command = mapping.command(forInput: path, by: input.rules, output: build.summary.path)
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
