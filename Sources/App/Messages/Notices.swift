import Domain

/// Notices about the inputs of an index build, or of a query without an index.
extension Notice {
  /// The notices about a successful build.
  static func notices(for report: IndexBuildReport) -> [Notice] {
    var notices = report.skipped.map { notice(for: $0) } + report.inputs.flatMap { Self.notices(for: $0) }
    if let clashes = report.clashes { notices.append(notice(for: clashes)) }
    notices += report.changes.map { notice(for: $0, in: report.summary) }
    let lost = report.replaced?.coverage.filter { !report.summary.coverage.contains($0) } ?? []
    if !report.changes.isEmpty, !lost.isEmpty {
      notices.append(
        "\(report.summary.path) does not stand for \(lost.map(\.coverageText).joined(separator: "; ")) any more, which "
          + "it did with what is gone; \(.covers) records an area."
      )
    }
    notices += report.swappedInputs.map { input in
      Notice(
        """
        Latitude and longitude look swapped in \(input.name): its places lie within \(input.bounds.edgeText), outside \
        the other inputs and the declared coverage, and inside when swapped. If they are, name the columns with \
        \(.latitudeColumn) and \(.longitudeColumn).
        """,
        isWarning: true
      )
    }
    let undeclared = report.summary.undeclaredExtracts
    if !undeclared.isEmpty {
      let names = undeclared.map(\.shortName).joined(separator: ", ")
      let declaration: Message =
        " Declare it with `\(Failure.coverageCommand(report.summary.path))`, where REGION.poly has the polygons by "
        + "which "
        + "the extract was cut."
      notices.append(
        "No result of \(report.summary.path) is complete or proven nearest, because nobody declared what area \(names) "
          + "covers.\(terminal: declaration)"
      )
    }
    if report.summary.isUnplacedOpen {
      let rows = counted(report.summary.unplacedCount, "row")
      notices.append(
        "No answer of \(report.summary.path) is complete, whatever it covers: \(rows) came without a position that can "
          + "be used."
      )
    }
    guard report.changes.isEmpty else { return notices }
    if let replaced = report.replaced, report.isAddition {
      notices.append(
        "Added to the \(counted(replaced.placeCount, "place")) of \(replaced.path), which now has "
          + "\(report.summary.placeCount)."
      )
    } else if let replaced = report.replaced {
      let sources = replaced.sources.joined(separator: ", ")
      notices.append("Replaced the existing index: \(counted(replaced.placeCount, "place")) of \(sources).")
    }
    return notices
  }

  /// The notices about a file that was read for a query.
  static func notices(for reading: InputReading) -> [Notice] {
    reading.coverages.map(notice) + reading.skipped.map { notice(for: $0) }
      + reading.inputs.flatMap { Self.notices(for: $0, isBuilding: false) }
  }

  /// The notice that polygons next to an extract are its coverage.
  static func notice(for coverage: DeclaredCoverage) -> Notice {
    "\(coverage.path) covers the polygons of \(coverage.polygonPath), next to "
      + "it.\(terminal: " Pass \(.covers) to `index build` to declare another area.")"
  }

  private static func notice(for change: IndexInputChange, in index: IndexSummary) -> Notice {
    let total = "\(index.path) now has \(index.placeCount)."
    guard index.inputs.contains(where: { $0.name == change.name }) else {
      return "Removed \(change.name) with \(counted(change.removed, "place")); \(total)"
    }
    return "Replaced the places of \(change.name): \(change.added) added, \(change.removed) removed, "
      + "\(change.moved) moved, \(change.changed) changed, \(change.unchanged) unchanged; \(total)"
  }

  private static func notice(for clashes: IdentifierClashes) -> Notice {
    let names = clashes.names.map { DisplayWidth.fitted($0, to: 30) }.joined(separator: " and ")
    let apart =
      clashes.meters >= 1000 ? "\(Int((clashes.meters / 1000).rounded())) km" : "\(Int(clashes.meters.rounded())) m"
    let (places, verb) = clashes.count == 1 ? ("1 place has", "is") : ("\(clashes.count) places have", "are")
    return "\(places) the id of another place, and \(verb) kept as separate places, such as \(clashes.id): "
      + "\(names), \(apart) apart."
  }

  /// The notices about places without a category or a name.
  static func notices(for report: InputReport, isBuilding: Bool = true) -> [Notice] {
    var notices: [Notice] = []
    let command: Message = isBuilding ? "" : "with `placefind index build`, "
    /// Says how many of the input's places have something.
    func having(_ count: Int) -> String {
      "\(count) of \(counted(report.placeCount, "place")) of \(report.path) \(count == 1 ? "has" : "have")"
    }
    if report.ungroupedCount > 0 {
      // Suggesting one category for all rows would be wrong if most rows have their own.
      let named = report.archive ?? report.path
      let choice = named == DiskFiles.standardInputName ? "-c WORD" : "\(ShellWord.path(named))=WORD"
      let remedy: Message =
        report.isMostlyUngrouped
        ? "\(terminal: "; \(command)\(choice) sets it for all")" : "; \(short: .query) finds them by name"
      notices.append(
        Notice(
          "\(having(report.ungroupedCount)) no category, so \(short: .category) does not find them\(remedy).",
          isWarning: report.isMostlyUngrouped
        )
      )
    }
    if report.unnamedCount > 0 {
      let remedy: Message =
        report.unnamedCount == report.placeCount
        ? ": no column of names was recognized\(terminal: "; \(command)\(.map) name=COLUMN says which does")" : ""
      notices.append(
        Notice("\(having(report.unnamedCount)) no name\(remedy).", isWarning: report.isMostlyUnnamed)
      )
    }
    for column in report.mapping?.proposals ?? [] {
      let kind = column.field == "name" ? "names" : "kinds of places"
      let remedy: Message =
        " If that is wrong, \(command)\(.map) \(column.field)=COLUMN names the right column, and \(.map) "
        + "\(column.field)= none."
      notices.append(
        "The \(column.field) of \(report.path) is taken from '\(column.title)', whose values look like "
          + "\(kind).\(terminal: remedy)"
      )
    }
    if report.reversedCount > 0 {
      let were = report.reversedCount == 1 ? "was" : "were"
      notices.append(
        "\(having(report.reversedCount)) latitude and longitude in the other order than their column says, and \(were) "
          + "read as they are on the globe."
      )
    }
    if let divisor = report.degreeDivisor {
      notices.append("\(report.path) has degrees times \(divisor), which were divided by it.")
    }
    if report.partialCount > 0 {
      let reach = report.partialCount == 1 ? "reaches" : "reach"
      notices.append(
        "\(report.partialCount) of \(counted(report.placeCount, "place")) of \(report.path) \(reach) beyond the border "
          + "of the data: the position is the middle of the part that is in it."
      )
    }
    if let remark = report.remark {
      notices.append(
        Notice(
          """
          \(report.path) is an answer that the service cut short (\(remark)): places are missing, and no answer from \
          it is complete.
          """,
          isWarning: true
        )
      )
    }
    if let encoding = report.encoding {
      notices.append(
        "\(report.path) is not UTF-8 and was read as \(encoding); pass another \(.encoding) if names look wrong."
      )
    }
    if !report.passedOver.isEmpty {
      let shown = report.passedOver.prefix(3).map { DisplayWidth.fitted($0, to: 40) }.joined(separator: ", ")
      let files = counted(report.passedOver.count, "file")
      let more = report.passedOver.count > 3 ? " and others" : ""
      let have = report.passedOver.count == 1 ? "has" : "have"
      notices.append("Ignored \(files) of the archive that \(have) no places: \(shown)\(more).")
    }
    return notices
  }

  static func notice(for rows: SkippedRows) -> Notice {
    let why: Message =
      switch rows.reason {
      case .missingCoordinate: "without coordinates"
      case .unreadableCoordinate: "whose coordinates are not numbers"
      case .projectedCoordinate: "with coordinates in metres on a map grid, to be converted to WGS 84 degrees"
      case .swappedCoordinate: "with latitude and longitude swapped"
      case .nullIsland: "at 0,0, the usual value of missing coordinates"
      case .coordinateOutOfRange: "outside the globe"
      case .lowConfidence: "below \(.minimumConfidence)"
      case .closed: "of closed places, which \(.includeClosed) keeps"
      case .notAPlace: "that describe no place"
      case .tooManyCells: "with more cells than the header"
      case .malformed: "that cannot be read"
      case .cut: "because the last row is cut, as by a download that broke off"
      }
    let example = DisplayWidth.fitted(rows.example.text, to: 60)
    return "Skipped \(counted(rows.count, "row")) \(why); the first is row \(rows.example.row) of "
      + "\(rows.example.path): \(example)"
  }

  /// The notices about a downloaded area.
  static func notices(forFetched report: IndexBuildReport) -> [Notice] {
    let lost = report.skipped.filter { !$0.reason.isByChoice }
    var notices = lost.map { notice(for: $0) }
    if !lost.isEmpty {
      notices.append("\(report.summary.path) may lack places, so its results are never complete.")
    }
    if let times = report.summary.timesOfParts {
      notices.append("The parts of \(report.summary.path) are of different times, \(times); answers name the first.")
    }
    return notices
  }

  /// The notice about a shape that was read nevertheless.
  static func shape(_ notice: ShapeNotice, as kind: ShapeKind, in name: String) -> Notice {
    switch notice {
    case .crossesItself(let line):
      """
      \(Failure.place(name, line)) begins a ring that crosses itself; inside is what its edges are crossed an odd \
      number of \
      times to get to
      """
    case .simplified(let from, let to):
      "\(name) has \(from) points and was simplified to \(to) points (1 m)"
    case .leftOut(let count):
      """
      \(name) holds \(counted(count, "thing")) beside its \(kind == .polygons ? "polygons" : "lines"), left out
      """
    }
  }
}
