import Domain

/// Notices about the inputs of an index build, or of a query without an index.
extension Failure {
  /// The notices about a successful build.
  static func sentences(for report: IndexBuildReport) -> [String] {
    var sentences = report.skipped.map { sentence(for: $0) } + report.inputs.flatMap { Self.sentences(for: $0) }
    if let clashes = report.clashes { sentences.append(sentence(for: clashes)) }
    sentences += report.changes.map { sentence(for: $0, in: report.summary) }
    let lost = report.replaced?.coverage.filter { !report.summary.coverage.contains($0) } ?? []
    if !report.changes.isEmpty, !lost.isEmpty {
      sentences.append(
        "\(report.summary.path) does not stand for \(lost.map(\.coverageText).joined(separator: "; ")) any more, which "
          + "it did with what is gone; --covers records an area."
      )
    }
    sentences += report.swappedInputs.map { input in
      "Warning: Latitude and longitude look swapped in \(input.name): its places lie within "
        + "\(input.bounds.edgeText), outside the other inputs and the declared coverage, and inside when swapped. If they "
        + "are, name the columns with \(Option.latitudeColumn) and \(Option.longitudeColumn)."
    }
    let undeclared = report.summary.undeclaredExtracts
    if !undeclared.isEmpty {
      let names = undeclared.map(\.shortName).joined(separator: ", ")
      sentences.append(
        "No result of \(report.summary.path) is complete or proven nearest, because nobody declared what area \(names) "
          + "covers. Declare it with `\(coverageCommand(report.summary.path))`, where REGION.poly has the polygons by "
          + "which the extract was cut."
      )
    }
    if report.summary.isUnplacedOpen {
      let rows = counted(report.summary.unplacedCount, "row")
      sentences.append(
        "No answer of \(report.summary.path) is complete, whatever it covers: \(rows) came without a position that can "
          + "be used."
      )
    }
    guard report.changes.isEmpty else { return sentences }
    if let replaced = report.replaced, report.isAddition {
      sentences.append(
        "Added to the \(counted(replaced.placeCount, "place")) of \(replaced.path), which now has "
          + "\(report.summary.placeCount)."
      )
    } else if let replaced = report.replaced {
      let sources = replaced.sources.joined(separator: ", ")
      sentences.append("Replaced the existing index: \(counted(replaced.placeCount, "place")) of \(sources).")
    }
    return sentences
  }

  /// The command that declares the coverage of an index, or that builds an index of an extract that is read directly.
  static func coverageCommand(_ path: String) -> String {
    let action = ExtractName(path) == nil ? "covers" : "build"
    return "placefind index \(action) \(ShellWord.path(path)) --covers REGION.poly"
  }

  /// The notices about a file that was read for a query.
  static func sentences(for reading: SourceReading) -> [String] {
    reading.coverages.map(sentence) + reading.skipped.map { sentence(for: $0) }
      + reading.inputs.flatMap { Self.sentences(for: $0, isBuilding: false) }
  }

  /// The notice that polygons next to an extract are its coverage.
  static func sentence(for coverage: DeclaredCoverage) -> String {
    "\(coverage.path) covers the polygons of \(coverage.polygonPath), next to it. Pass --covers to `index build` to "
      + "declare another area."
  }

  private static func sentence(for change: IndexInputChange, in index: IndexSummary) -> String {
    let total = "\(index.path) now has \(index.placeCount)."
    guard index.inputs.contains(where: { $0.name == change.name }) else {
      return "Removed \(change.name) with \(counted(change.removed, "place")); \(total)"
    }
    return "Replaced the places of \(change.name): \(change.added) added, \(change.removed) removed, "
      + "\(change.moved) moved, \(change.changed) changed, \(change.unchanged) unchanged; \(total)"
  }

  private static func sentence(for clashes: IdentifierClashes) -> String {
    let names = clashes.names.map { DisplayWidth.fitted($0, to: 30) }.joined(separator: " and ")
    let apart =
      clashes.meters >= 1000 ? "\(Int((clashes.meters / 1000).rounded())) km" : "\(Int(clashes.meters.rounded())) m"
    let (places, verb) = clashes.count == 1 ? ("1 place has", "is") : ("\(clashes.count) places have", "are")
    return "\(places) the id of another place, and \(verb) kept as separate places, such as \(clashes.id): "
      + "\(names), \(apart) apart."
  }

  /// The notices about places without a category or a name.
  static func sentences(for report: InputReport, isBuilding: Bool = true) -> [String] {
    var sentences: [String] = []
    let command = isBuilding ? "" : "with `placefind index build`, "
    /// Says how many of the input's places have something.
    func having(_ count: Int) -> String {
      "\(count) of \(counted(report.placeCount, "place")) of \(report.path) \(count == 1 ? "has" : "have")"
    }
    if report.ungroupedCount > 0 {
      // Suggesting one category for all rows would be wrong if most rows have their own.
      let named = report.archive ?? report.path
      let choice = named == DiskFiles.standardInputName ? "-c WORD" : "\(ShellWord.path(named))=WORD"
      let forAll = report.isMostlyUngrouped ? "\(choice) sets it for all" : nil
      sentences.append(
        "\(report.isMostlyUngrouped ? "Warning: " : "")\(having(report.ungroupedCount)) "
          + "no category, so -c does not find them; \(forAll.map { command + $0 } ?? "-q finds them by name")."
      )
    }
    if report.unnamedCount > 0 {
      let remedy =
        report.unnamedCount == report.placeCount
        ? ": no column of names was recognized; \(command)--map name=COLUMN says which does" : ""
      sentences.append(
        "\(report.isMostlyUnnamed ? "Warning: " : "")\(having(report.unnamedCount)) no name\(remedy)."
      )
    }
    for column in report.mapping?.proposals ?? [] {
      let isName = column.field == "name"
      sentences.append(
        "The \(column.field) of \(report.path) is taken from '\(column.title)', whose values look like "
          + "\(isName ? "names" : "kinds of places"). If that is wrong, \(command)--map \(column.field)=COLUMN names the right column, "
          + "and --map \(column.field)= none."
      )
    }
    if report.reversedCount > 0 {
      let were = report.reversedCount == 1 ? "was" : "were"
      sentences.append(
        "\(having(report.reversedCount)) latitude and longitude in the other order than their column says, and \(were) "
          + "read as they are on the globe."
      )
    }
    if let divisor = report.degreeDivisor {
      sentences.append("\(report.path) has degrees times \(divisor), which were divided by it.")
    }
    if report.partialCount > 0 {
      let reach = report.partialCount == 1 ? "reaches" : "reach"
      sentences.append(
        "\(report.partialCount) of \(counted(report.placeCount, "place")) of \(report.path) \(reach) beyond the border "
          + "of the data: the position is the middle of the part that is in it."
      )
    }
    if let remark = report.remark {
      sentences.append(
        "Warning: \(report.path) is an answer that the service cut short (\(remark)): places are missing, and no answer "
          + "from it is complete."
      )
    }
    if let encoding = report.encoding {
      sentences.append(
        "\(report.path) is not UTF-8 and was read as \(encoding); pass another --encoding if names look wrong."
      )
    }
    if !report.passedOver.isEmpty {
      let shown = report.passedOver.prefix(3).map { DisplayWidth.fitted($0, to: 40) }.joined(separator: ", ")
      let files = counted(report.passedOver.count, "file")
      let more = report.passedOver.count > 3 ? " and others" : ""
      let have = report.passedOver.count == 1 ? "has" : "have"
      sentences.append("Ignored \(files) of the archive that \(have) no places: \(shown)\(more).")
    }
    return sentences
  }

  static func sentence(for rows: SkippedRows) -> String {
    let why =
      switch rows.reason {
      case .missingCoordinate: "without coordinates"
      case .unreadableCoordinate: "whose coordinates are not numbers"
      case .projectedCoordinate: "with coordinates in metres on a map grid, to be converted to WGS 84 degrees"
      case .swappedCoordinate: "with latitude and longitude swapped"
      case .nullIsland: "at 0,0, the usual value of missing coordinates"
      case .coordinateOutOfRange: "outside the globe"
      case .lowConfidence: "below --min-confidence"
      case .closed: "of closed places, which --include-closed keeps"
      case .notAPlace: "that describe no place"
      case .tooManyCells: "with more cells than the header"
      case .malformed: "that cannot be read"
      case .cut: "because the last row is cut, as by a download that broke off"
      }
    let example = DisplayWidth.fitted(rows.example.text, to: 60)
    return "Skipped \(counted(rows.count, "row")) \(why); the first is row \(rows.example.row) of "
      + "\(rows.example.path): \(example)"
  }
}
