import Domain

extension ErrorReport {
  /// Reports why an index was not built or read.
  init(_ error: IndexFileError) {
    switch error {
    case .unreadable(let path, let reason):
      self.init("file_failed", .fileFailed, "Could not read \(path): \(reason).")
    case .unwritable(let path, let reason):
      self.init("output_failed", .fileFailed, "Could not write \(path): \(reason). What was there before is untouched.")
    case .outputNotAnIndex(let path):
      self.init(
        "file_exists",
        .fileFailed,
        "\(path) already exists and is not an index; --force replaces it, another --output leaves it alone."
      )
    case .notAnIndex(let path):
      self.init(
        "not_an_index",
        .untrustworthy,
        "\(path) is not an index. `placefind index build \(path)` makes one out of GeoJSON, NDJSON or CSV."
      )
    case .newerVersion(let path, let version, let supported):
      self.init(
        "index_too_new",
        .untrustworthy,
        "\(path) is an index of format version \(version), and this program reads up to version \(supported). "
          + "Build it again, or use a newer placefind."
      )
    case .wrongLength(let path, let expected, let actual):
      self.init(
        "index_damaged",
        .untrustworthy,
        "\(path) is damaged: it has \(actual) bytes and should have \(expected). Copy it again or build it again."
      )
    case .damaged(let path, let part):
      self.init(
        "index_damaged",
        .untrustworthy,
        "\(path) is damaged in its \(part). Copy it again or build it again."
      )
    case .changed(let path):
      self.init(
        "file_changed",
        .untrustworthy,
        "\(path) changed while it was being read. Try again when it is complete; replace an index with "
          + "`index build` or `mv`, not by copying over it."
      )
    case .unknownFormat(let path, let detail):
      self.init("format_unknown", .usage, "\(path) cannot be read as places: \(detail).")
    case .foreignFormat(let path, let archive, let format):
      self.init("format_unreadable", .usage, Self.sentence(for: format, at: path, in: archive))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .gridUnknown(let path, let columns, let candidates):
      self.init("grid_unknown", .usage, Self.sentence(ofUnknownGridIn: path, columns, candidates))
    case .rowsUnidentified(let report):
      let reasons = Self.sentences(for: report).joined(separator: " ")
      self.init(
        "rows_unidentified",
        .untrustworthy,
        "--strict: most rows lack a category or a name. \(reasons)"
      )
    case .malformed(let path, let detail, let offset):
      self.init("input_malformed", .untrustworthy, "\(path) is malformed at byte \(offset + 1): \(detail).")
    case .noPlaces(let skipped):
      let reasons =
        skipped.isEmpty ? "There are no rows." : skipped.map { Self.sentence(for: $0) }.joined(separator: " ")
      self.init("no_places", .untrustworthy, "No row became a place, so no index was written. \(reasons)")
    case .rowsSkipped(let skipped):
      let reasons = skipped.map { Self.sentence(for: $0) }.joined(separator: " ")
      self.init("rows_skipped", .untrustworthy, "--strict: rows were skipped. \(reasons)")
    case .tooManyPlaces(let limit):
      self.init("too_many_places", .usage, "An index holds at most \(limit) places; build several.")
    case .outOfMemory(let bytes):
      self.init("out_of_memory", .fileFailed, "There is not enough memory: \(bytes / 1_000_000) MB are needed.")
    case .cancelled: self.init("interrupted", .interrupted, "Interrupted; no index was written.")
    }
  }

  /// Reports that an index is there and what it holds.
  init(existing index: IndexSummary, isOutputNamed: Bool) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let built = TimeText.utc(secondsSince1970: index.builtAtSeconds)
    self.init(
      "file_exists",
      .fileFailed,
      "\(index.path) already exists: an index of \(counted(index.placeCount, "place"))\(sources), built \(built). "
        + "--force replaces it, \(isOutputNamed ? "another --output" : "--output FILE") leaves it alone."
    )
  }

  /// What a person should know about a build that went well.
  static func sentences(for report: IndexBuildReport) -> [String] {
    var sentences = report.skipped.map { sentence(for: $0) } + report.inputs.flatMap { Self.sentences(for: $0) }
    if let clashes = report.clashes { sentences.append(sentence(for: clashes)) }
    if let replaced = report.replaced, report.isAddition {
      sentences.append(
        "Added to the \(counted(replaced.placeCount, "place")) of \(replaced.path), which now has \(report.summary.placeCount)."
      )
    } else if let replaced = report.replaced {
      let sources = replaced.sources.joined(separator: ", ")
      sentences.append(
        "Replaced the index that was there: \(counted(replaced.placeCount, "place")) of \(sources)."
      )
    }
    return sentences
  }

  /// What a person should know about a file that was read to answer.
  static func sentences(for reading: SourceReading) -> [String] {
    reading.skipped.map { sentence(for: $0) } + reading.inputs.flatMap { Self.sentences(for: $0) }
  }

  private static func sentence(for clashes: IdentifierClashes) -> String {
    let names = clashes.names.map { DisplayWidth.fitted($0, to: 30) }.joined(separator: " and ")
    let apart =
      clashes.meters >= 1000 ? "\(Int((clashes.meters / 1000).rounded())) km" : "\(Int(clashes.meters.rounded())) m"
    let places = clashes.count == 1 ? "1 place has" : "\(clashes.count) places have"
    return
      "\(places) the id of another place and \(clashes.count == 1 ? "is" : "are") kept apart from it, such as \(clashes.id): \(names), \(apart) apart."
  }

  /// What a person should know about the rows of an input that a category or a name cannot find.
  static func sentences(for report: InputReport) -> [String] {
    var sentences: [String] = []
    let places = counted(report.placeCount, "place")
    if report.ungroupedCount > 0 {
      // A word for all rows is no advice where most of them say what they are.
      let forAll = report.isMostlyUngrouped ? "\(report.path)=WORD says what they all are" : nil
      let column = report.categoryColumn.map { "--category-column '\($0)' may tell it" }
      let hint = [column, forAll].compactMap(\.self).joined(separator: ", or ")
      sentences.append(
        "\(report.isMostlyUngrouped ? "Warning: " : "")\(report.ungroupedCount) of \(places) of \(report.path) \(report.ungroupedCount == 1 ? "belongs" : "belong") to "
          + "no category, so no -c finds them; \(hint.isEmpty ? "-q finds them by name" : hint)."
      )
    }
    if report.unnamedCount > 0 {
      let hint = report.nameColumn.map { "; --name-column '\($0)' may hold the names" } ?? ""
      sentences.append(
        "\(report.isMostlyUnnamed ? "Warning: " : "")\(report.unnamedCount) of \(places) of \(report.path) \(report.unnamedCount == 1 ? "has" : "have") no name\(hint)."
      )
    }
    if !report.passedOver.isEmpty {
      let shown = report.passedOver.prefix(3).map { DisplayWidth.fitted($0, to: 40) }.joined(separator: ", ")
      let files = counted(report.passedOver.count, "file")
      let more = report.passedOver.count > 3 ? " and others" : ""
      sentences.append("Passed over \(files) of the archive with no places: \(shown)\(more).")
    }
    return sentences
  }

  private static func sentence(ofUnknownGridIn path: String, _ columns: [String], _ candidates: [MapGrid]) -> String {
    let which = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
    let names = candidates.map(\.rawValue)
    let fits =
      names.isEmpty
      ? "they fit none of the Korean grids; convert them to WGS 84 first"
      : "they fit \(names.joined(separator: ", ")): ask whoever published the file, and name the grid with --crs \(names[0])"
    return "\(path) has its coordinates in metres on a map grid\(which) and does not say on which; \(fits)."
  }

  private static func sentence(for rows: SkippedRows) -> String {
    let why =
      switch rows.reason {
      case .missingCoordinate: "without coordinates"
      case .unreadableCoordinate: "with coordinates that are no numbers"
      case .projectedCoordinate: "with coordinates in metres of a map grid, to be converted to WGS 84 degrees"
      case .swappedCoordinate: "with latitude and longitude swapped"
      case .nullIsland: "at 0,0, where missing coordinates end up"
      case .coordinateOutOfRange: "outside the globe"
      case .lowConfidence: "below --min-confidence"
      case .closed: "of closed places, which --include-closed keeps"
      case .notAPlace: "without a place"
      case .malformed: "that cannot be read"
      }
    let example = DisplayWidth.fitted(rows.example.text, to: 60)
    return "Skipped \(counted(rows.count, "row")) \(why), first row \(rows.example.row) of "
      + "\(rows.example.path): \(example)"
  }
}
