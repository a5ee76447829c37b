import Domain

extension Failure {
  /// Reports why an index was not built or read.
  init(_ error: IndexFileError) {
    switch error {
    case .unreadable(let path, let reason): self.init(.fileFailed, "Could not read \(path): \(reason).")
    case .unwritable(let path, let reason):
      self.init(.outputFailed, "Could not write \(path): \(reason). An existing file is unchanged.")
    case .outputNotAnIndex(let path):
      self.init(
        .fileExists,
        "\(path) already exists and is not an index; use --force to overwrite it, or name another --output."
      )
    case .notAnIndex(let path):
      self.init(
        .notAnIndex,
        "\(path) is not an index. `placefind index build \(Self.argument(path))` makes one from GeoJSON, NDJSON or CSV."
      )
    case .otherVersion(let path, let version, let supported) where version < supported:
      self.init(
        .indexTooOld,
        """
        \(path) is an index of format version \(version); this placefind searches version \(supported). Convert it: \
        placefind index build \(Self.argument(path)) -o NEW.pfx
        """
      )
    case .otherVersion(let path, let version, let supported):
      self.init(
        .indexTooNew,
        """
        \(path) is an index of format version \(version); this placefind reads up to version \(supported). Build it \
        again, or use a newer placefind.
        """
      )
    case .wrongLength(let path, let expected, let actual):
      self.init(
        .indexDamaged,
        "\(path) is damaged: it has \(actual) bytes instead of \(expected). Copy it again or build it again."
      )
    case .damaged(let path, let part):
      self.init(.indexDamaged, "\(path) is damaged in its \(part). Copy it again or build it again.")
    case .noCategory(_, let word, let nearest): self = .unknownCategory(word, nearest: nearest)
    case .noInput(let path, let word, let known):
      let nearest = NearestWord.of(word, among: known + known.map { IndexInput($0).shortName })
      let guess = nearest.map { " Did you mean '\($0)'?" } ?? ""
      self.init(.inputUnknown, "\(path) has no input '\(word)'.\(guess) It has: \(known.joined(separator: ", ")).")
    case .onlyInput(let path, let name):
      self.init(
        .inputLast,
        "'\(name)' is the only input of \(path), so nothing would be left. Remove the file instead."
      )
    case .kindUnknown(let path, let slug):
      self.init(
        .indexTooOld,
        """
        \(path) was built by a placefind that did not know '\(slug)'. Bring it up to date: placefind index build \
        \(Self.argument(path)) -o NEW.pfx
        """
      )
    case .changed(let path):
      self.init(
        .fileChanged,
        """
        \(path) changed while it was being read. Try again when it is complete; replace an index with `index build` or \
        `mv`, not by copying over it.
        """
      )
    case .outputReplaced(let path):
      self.init(
        .outputReplaced,
        "\(path) was replaced by another process meanwhile, so nothing was added to it. Run the command again."
      )
    case .locked(let path):
      self.init(.outputLocked, "\(path) is locked by another process. Try again; nothing was written.")
    case .unknownFormat(let path, let detail): self.init(.formatUnknown, "\(path) cannot be read as places: \(detail).")
    case .foreignFormat(let path, let archive, let format):
      self.init(.formatUnreadable, Self.sentence(for: format, at: path, in: archive))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .coordinatesMissing(let path, let columns, _) where columns.isEmpty:
      self.init(
        .headerMissing,
        """
        \(path) has no columns that are named as coordinates. Its first line is a row; put a line with names, such as \
        name,lat,lng, before it.
        """
      )
    case .coordinatesMissing(let path, let columns, let addresses) where addresses.isEmpty:
      self.init(
        .columnsMissing,
        """
        \(path) has no columns that are named as coordinates. Name them with --lat-column and --lng-column. \
        \(Self.list(columns))
        """
      )
    case .coordinatesMissing(let path, let columns, let addresses):
      let addresses = addresses.joined(separator: ", ")
      self.init(
        .columnsMissing,
        """
        \(path) has addresses (\(addresses)) and no columns that are named as coordinates. \
        Geocode the addresses first, and add a column for the latitude and one for the longitude; or name those that \
        there are with --lat-column and --lng-column. \(Self.list(columns))
        """
      )
    case .otherEncoding(let path, let readings):
      self.init(.encodingUnreadable, Self.sentence(ofEncodingOf: path, readings))
    case .gridUnknown(let path, let columns, let candidates):
      let which = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
      let choices = candidates.map { "\(Self.meterText($0.firstRow)) with --crs \($0.grid.rawValue)" }
      let advice =
        choices.isEmpty
        ? "its rows fit none of the Korean grids; name its grid with --crs, such as --crs EPSG:5179, or convert them "
          + "to WGS 84."
        : "the first row would lie at \(choices.joined(separator: ", at ")): take the one that is right on a map, or "
          + "ask the publisher of the file."
      self.init(
        .gridUnknown,
        "\(path) has coordinates in metres on a map grid\(which), and does not say which grid; \(advice)"
      )
    case .systemForeign(let path, let systems, let columns, let candidates):
      self = .foreign(systems, path, columns: columns, candidates)
    case .rowsUnidentified(let report):
      let reasons = Self.sentences(for: report).joined(separator: " ")
      self.init(.rowsUnidentified, "--strict: most rows lack a category or a name. \(reasons)")
    case .malformed(let path, let detail, let offset):
      self.init(.inputMalformed, "\(path) is malformed at byte \(offset + 1): \(detail).")
    case .noPlaces(let skipped):
      let isUnnamed = skipped.contains { $0.reason == .missingCoordinate }
      let advice = isUnnamed ? " If they have some, name them with --lat-column and --lng-column." : ""
      let reasons = skipped.isEmpty ? "There are no rows." : Self.sentences(for: skipped)
      self.init(.noPlaces, "No row became a place, so no index was written. \(reasons)\(advice)")
    case .rowsSkipped(let skipped):
      self.init(.rowsSkipped, "--strict: rows were skipped. \(Self.sentences(for: skipped))")
    case .tooManyPlaces(let limit): self.init(.tooManyPlaces, "An index holds at most \(limit) places; build several.")
    case .tooManyCategories(let limit):
      self.init(
        .tooManyCategories,
        """
        The categories of the places take more than the \(limit >> 30) GiB that an index holds of them. Name the \
        column that says the category with --category-column, or build several indexes.
        """
      )
    case .outOfMemory(let bytes): self = .outOfMemory("another \(bytes / 1_000_000) MB are needed.")
    case .cancelled: self.init(.interrupted, isRetryable: false, "Interrupted; no index was written.")
    }
  }

  private static func sentences(for skipped: [SkippedRows]) -> String {
    skipped.map { sentence(for: $0) }.joined(separator: " ")
  }

  /// Reports that an index cannot be built for want of memory.
  static func outOfMemory(_ need: String) -> Failure {
    Failure(
      .outOfMemory,
      """
      There is not enough memory: \(need) Raise the limit of the process (ulimit -v) or of its container, or build on \
      a larger machine.
      """
    )
  }

  /// Reports an index of the data folder that was built from files, and is no input of the default one.
  static func indexBuilt(path: String, name: String) -> Failure {
    Failure(
      .inputLast,
      """
      No input of the default index is called '\(name)', and \(path) was built, not fetched, so it stays. Delete the \
      file itself: rm \(ShellWord.quoted(path))
      """
    )
  }

  /// Reports a file in the place of an index that is to be fetched.
  static func outputTaken(path: String) -> Failure {
    Failure(.fileExists, "\(path) already exists and is not an index; name another --output.")
  }

  /// Reports an existing index and its contents, and what to do for an index that is built or fetched.
  init(existing index: IndexSummary, isOutputNamed: Bool, isFetched: Bool) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let built = TimeFormatter().stamp(index.builtAtSeconds)
    let another = isOutputNamed ? "another --output" : "a file with --output"
    let places = counted(index.placeCount, "place")
    if isFetched {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources), built \(built). Use --update to fetch it again, \
        or name \(another).
        """
      )
    } else {
      self.init(
        .fileExists,
        """
        \(index.path) already exists: an index of \(places)\(sources), built \(built). `placefind index add` adds to \
        it. Use --force to overwrite it, or name \(another).
        """
      )
    }
  }

  /// The notices about a successful build.
  static func sentences(for report: IndexBuildReport) -> [String] {
    var sentences = report.skipped.map { sentence(for: $0) } + report.inputs.flatMap { Self.sentences(for: $0) }
    if let clashes = report.clashes { sentences.append(sentence(for: clashes)) }
    sentences += report.changes.map { sentence(for: $0, in: report.summary) }
    if !report.changes.isEmpty, report.summary.coverage.isEmpty, report.replaced?.coverage.isEmpty == false {
      sentences.append(
        "What \(report.summary.path) covers is not known any more, as several inputs had an area each; --covers "
          + "records it."
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
      let were = report.reversedCount == 1 ? "was" : "were"
      sentences.append(
        "\(having(report.reversedCount)) latitude and longitude in the other order than their column says, and \(were) "
          + "read as they are on the globe."
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
      let have = report.passedOver.count == 1 ? "has" : "have"
      sentences.append("Ignored \(files) of the archive that \(have) no places: \(shown)\(more).")
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
