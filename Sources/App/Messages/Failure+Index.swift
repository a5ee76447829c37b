import Domain

extension Failure {
  /// Reports why an index was not built or read.
  init(_ error: IndexFileError) {
    switch error {
    case .unreadable(let path, let reason): self.init(named: "fileNotRead", path, reason)
    case .unwritable(let path, let reason): self.init(named: "indexNotWritten", path, reason)
    case .outputNotAnIndex(let path): self.init(named: "outputNotAnIndex", path)
    case .notAnIndex(let path): self.init(named: "notAnIndex", path, Self.argument(path))
    case .otherVersion(let path, let version, let supported) where version < supported:
      self.init(named: "indexTooOld", path, version, supported, Self.argument(path))
    case .otherVersion(let path, let version, let supported):
      self.init(named: "indexTooNew", path, version, supported)
    case .wrongLength(let path, let expected, let actual): self.init(named: "wrongLength", path, actual, expected)
    case .damaged(let path, let part): self.init(named: "damaged", path, part)
    case .noCategory(_, let word, let nearest): self = .unknownCategory(word, nearest: nearest)
    case .noInput(let path, let word, let known):
      let nearest = NearestWord.of(word, among: known + known.map { IndexInput($0).shortName })
      let guess = nearest.map { " Did you mean '\($0)'?" } ?? ""
      self.init(named: "noInput", path, word, guess, known.joined(separator: ", "))
    case .onlyInput(let path, let name): self.init(named: "onlyInput", name, path)
    case .kindUnknown(let path, let slug): self.init(named: "kindUnknown", path, slug, Self.argument(path))
    case .changed(let path): self.init(named: "fileChanged", path)
    case .outputReplaced(let path): self.init(named: "outputReplaced", path)
    case .locked(let path): self.init(named: "outputLocked", path)
    case .unknownFormat(let path, let detail): self.init(named: "formatUnknown", path, detail)
    case .foreignFormat(let path, let archive, let format):
      self.init("format_unreadable", .usage, Self.sentence(for: format, at: path, in: archive))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .coordinatesMissing(let path, let columns, _) where columns.isEmpty:
      self.init(named: "tableWithoutHeader", path)
    case .coordinatesMissing(let path, let columns, let addresses) where addresses.isEmpty:
      self.init(named: "tableWithoutPoints", path, Self.list(columns))
    case .coordinatesMissing(let path, let columns, let addresses):
      self.init(named: "tableOfAddresses", path, addresses.joined(separator: ", "), Self.list(columns))
    case .otherEncoding(let path, let readings):
      self.init("encoding_unreadable", .usage, Self.sentence(ofEncodingOf: path, readings))
    case .gridUnknown(let path, let columns, let candidates):
      let which = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
      let choices = candidates.map { "\(Self.meterText($0.firstRow)) with --crs \($0.grid.rawValue)" }
      self =
        choices.isEmpty
        ? Failure(named: "gridNone", path, which)
        : Failure(named: "gridUnknown", path, which, choices.joined(separator: ", at "))
    case .systemForeign(let path, let systems, let columns, let candidates):
      self = .foreign(systems, path, columns: columns, candidates)
    case .rowsUnidentified(let report):
      self.init(named: "rowsUnidentified", Self.sentences(for: report).joined(separator: " "))
    case .malformed(let path, let detail, let offset): self.init(named: "inputMalformed", path, offset + 1, detail)
    case .noPlaces(let skipped):
      let isUnnamed = skipped.contains { $0.reason == .missingCoordinate }
      let advice = isUnnamed ? " If they have some, name them with --lat-column and --lng-column." : ""
      self.init(named: "noPlaces", skipped.isEmpty ? "There are no rows." : Self.sentences(for: skipped), advice)
    case .rowsSkipped(let skipped): self.init(named: "rowsSkipped", Self.sentences(for: skipped))
    case .tooManyPlaces(let limit): self.init(named: "tooManyPlaces", limit)
    case .tooManyCategories(let limit): self.init(named: "tooManyCategories", limit >> 30)
    case .outOfMemory(let bytes): self = .outOfMemory("another \(bytes / 1_000_000) MB are needed.")
    case .cancelled: self.init(named: "indexInterrupted")
    }
  }

  private static func sentences(for skipped: [SkippedRows]) -> String {
    skipped.map { sentence(for: $0) }.joined(separator: " ")
  }

  /// Reports that an index cannot be built for want of memory.
  static func outOfMemory(_ need: String) -> Failure { Failure(named: "outOfMemory", need) }

  /// Reports an index of the data folder that was built from files, and is no input of the default one.
  static func indexBuilt(path: String, name: String) -> Failure {
    Failure(named: "indexBuilt", name, path, ShellWord.quoted(path))
  }

  /// Reports a file in the place of an index that is to be fetched.
  static func outputTaken(path: String) -> Failure { Failure(named: "outputTaken", path) }

  /// Reports an existing index and its contents, and what to do for an index that is built or fetched.
  init(existing index: IndexSummary, isOutputNamed: Bool, isFetched: Bool) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let built = TimeFormatter().stamp(index.builtAtSeconds)
    let another = isOutputNamed ? "another --output" : "a file with --output"
    let places = counted(index.placeCount, "place")
    if isFetched {
      self.init(named: "indexFetched", index.path, places, sources, built, another)
    } else {
      self.init(named: "indexExists", index.path, places, sources, built, another)
    }
  }

  /// The notices about a successful build.
  static func sentences(for report: IndexBuildReport) -> [String] {
    var sentences = report.skipped.map { sentence(for: $0) } + report.inputs.flatMap { Self.sentences(for: $0) }
    if let clashes = report.clashes { sentences.append(sentence(for: clashes)) }
    sentences += report.changes.map { sentence(for: $0, in: report.summary) }
    if !report.changes.isEmpty, report.summary.coverage.isEmpty, report.replaced?.coverage.isEmpty == false {
      sentences.append(
        "What \(report.summary.path) covers is not known any more, as several inputs had an area each; --covers records it."
      )
    }
    guard report.changes.isEmpty else { return sentences }
    if let replaced = report.replaced, report.isAddition {
      sentences.append(
        "Added to the \(counted(replaced.placeCount, "place")) of \(replaced.path), which now has \(report.summary.placeCount)."
      )
    } else if let replaced = report.replaced {
      let sources = replaced.sources.joined(separator: ", ")
      sentences.append("Replaced the existing index: \(counted(replaced.placeCount, "place")) of \(sources).")
    }
    return sentences
  }

  /// The notices about a file that was read for an answer.
  static func sentences(for reading: SourceReading) -> [String] {
    reading.skipped.map { sentence(for: $0) } + reading.inputs.flatMap { Self.sentences(for: $0, isBuilding: false) }
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
    /// So many of the places of the input have something.
    func having(_ count: Int) -> String {
      "\(count) of \(counted(report.placeCount, "place")) of \(report.path) \(count == 1 ? "has" : "have")"
    }
    if report.ungroupedCount > 0 {
      // One category for all rows is bad advice if most rows name their own.
      let choice = report.path == standardInputName ? "-c WORD" : "\(ShellWord.quoted(report.path))=WORD"
      let forAll = report.isMostlyUngrouped ? "\(choice) sets it for all" : nil
      let column = report.categoryColumn.map { "--category-column \(ShellWord.inQuotes($0)) may name it" }
      let hint = [column, forAll].compactMap(\.self).joined(separator: ", or ")
      sentences.append(
        "\(report.isMostlyUngrouped ? "Warning: " : "")\(having(report.ungroupedCount)) "
          + "no category, so -c does not find them; \(hint.isEmpty ? "-q finds them by name" : command + hint)."
      )
    }
    if report.unnamedCount > 0 {
      let hint = report.nameColumn.map { "; \(command)--name-column \(ShellWord.inQuotes($0)) may name them" } ?? ""
      sentences.append("\(report.isMostlyUnnamed ? "Warning: " : "")\(having(report.unnamedCount)) no name\(hint).")
    }
    if report.reversedCount > 0 {
      sentences.append(
        "\(having(report.reversedCount)) latitude and longitude "
          + "in the other order than their column says, and \(report.reversedCount == 1 ? "was" : "were") read as they are on the globe."
      )
    }
    if let encoding = report.encoding {
      sentences.append(
        "\(report.path) is not UTF-8 and was read as \(encoding); convert it with iconv if names look wrong."
      )
    }
    if !report.passedOver.isEmpty {
      let shown = report.passedOver.prefix(3).map { DisplayWidth.fitted($0, to: 40) }.joined(separator: ", ")
      let files = counted(report.passedOver.count, "file")
      let more = report.passedOver.count > 3 ? " and others" : ""
      sentences.append(
        "Ignored \(files) of the archive that \(report.passedOver.count == 1 ? "has" : "have") no places: \(shown)\(more)."
      )
    }
    return sentences
  }

  /// Degrees to a metre: the grids of one country differ by three hundred.
  private static func meterText(_ point: Coordinate) -> String {
    [point.latitude, point.longitude].map { (($0 * 1e5).rounded() / 1e5).decimalText }.joined(separator: ",")
  }

  static func sentence(for rows: SkippedRows) -> String {
    let why =
      switch rows.reason {
      case .missingCoordinate: "without coordinates"
      case .unreadableCoordinate: "whose coordinates are not numbers"
      case .projectedCoordinate: "with coordinates in metres on a map grid, to be converted to WGS 84 degrees"
      case .swappedCoordinate: "with latitude and longitude swapped"
      case .nullIsland: "at 0,0, where missing coordinates end up"
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
