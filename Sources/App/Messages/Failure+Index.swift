import Domain

extension Failure {
  /// Reports why an index wasn't built or read.
  init(_ error: IndexFileError) {
    switch error {
    case .unreadable(let path, let reason): self.init(.fileFailed, Self.unreadable(path, reason))
    case .unwritable(let path, let reason):
      self.init(.outputFailed, "Could not write \(path): \(reason). An existing file is unchanged.")
    case .outputNotAnIndex(let path):
      self.init(
        .fileExists,
        "\(path) already exists and is not an index; use \(.force) to overwrite it, or name another \(.output)."
      )
    case .notAnIndex(let path):
      self.init(
        .notAnIndex,
        """
        \(path) is not an index.\
        \(terminal: " If it has places as .osm.pbf, .osm, GeoJSON, NDJSON or CSV, `placefind index build \(Self.argument(path))` makes one.")
        """
      )
    case .otherVersion(let path, let version, let supported) where version < supported:
      self.init(
        .indexTooOld,
        """
        \(path) is an index of format version \(version); this placefind reads version \(supported). Build it again \
        from its data.
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
    case .noKey(_, let key, let known): self.init(.unsupported(.attribute(key, known: known)))
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
        \(path) was built by a placefind that did not know '\(slug)'.\
        \(terminal: " Bring it up to date: placefind index build \(Self.argument(path)) -o NEW.pfx")
        """
      )
    case .changed(let path):
      self.init(
        .fileChanged,
        """
        \(path) changed while it was being read. Try again when it is complete.\
        \(terminal: " Replace an index with `index build` or `mv`, not by copying over it.")
        """
      )
    case .outputReplaced(let path):
      self.init(
        .outputReplaced,
        "\(path) was replaced by another process meanwhile, so nothing was added to it. Run the command again."
      )
    case .locked(let path):
      self.init(.outputLocked, "\(path) is locked by another process. Try again; nothing was written.")
    case .unknownFormat(let path, let detail, let advice):
      let advice = advice.map { "; \($0)" } ?? ""
      self.init(.formatUnknown, "\(path) cannot be read as places: \(detail)\(terminal: "\(advice)").")
    case .foreignFormat(let path, let archive, let format):
      self.init(.formatUnreadable, Self.sentence(for: format, at: path, in: archive))
    case .openStreetMapUnreadable(let path, let problem):
      self.init(.formatUnreadable, Self.sentence(for: problem, at: path))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .coordinatesMissing(let path, let columns, _) where columns.isEmpty:
      self.init(
        .headerMissing,
        """
        \(path) has no columns that are named as coordinates. Its first line is a row; put a line with names, such as \
        name,lat,lng, before it, or pass \(.header, value: "none") with \(.map) lat=2 and \(.map) lng=3.
        """
      )
    case .coordinatesMissing(let path, let columns, let addresses) where addresses.isEmpty:
      self.init(
        .columnsMissing,
        """
        \(path) has no columns that are named as coordinates. Name them with \(.latitudeColumn) and \
        \(.longitudeColumn). \
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
        there are with \(.latitudeColumn) and \(.longitudeColumn). \(Self.list(columns))
        """
      )
    case .otherEncoding(let path, let readings):
      self.init(.encodingUnreadable, Self.sentence(ofEncodingOf: path, readings))
    case .degreesWithoutPoint(let path, let divisor):
      self.init(
        .gridUnknown,
        "\(path) has coordinates that are degrees without a decimal point. Pass \(.scale) \(divisor)."
      )
    case .gridUnknown(let path, let columns, let candidates) where candidates.isEmpty:
      self = .gridUnknown(path, columns: columns)
    case .gridUnknown(let path, let columns, let candidates):
      let which = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
      let choices: [Message] = candidates.map { "\(Self.meterText($0.firstRow)) with \(.grid) \($0.grid.rawValue)" }
      let advice: Message =
        "the first row would lie at \(choices.joined(separator: ", at ")): take the one that is right on a map, or "
        + "ask the publisher of the file."
      self.init(
        .gridUnknown,
        "\(path) has coordinates in metres on a map grid\(which), and does not say which grid; \(advice)"
      )
    case .systemForeign(let path, let systems, let columns, let candidates):
      self = .foreign(systems, path, columns: columns, candidates)
    case .rowsUnidentified(let report):
      let reasons = Notice.notices(for: report).map(\.message).joined(separator: " ")
      self.init(.rowsUnidentified, "\(.strict): most rows lack a category or a name. \(reasons)")
    case .malformed(let path, let detail, let offset):
      self.init(.inputMalformed, "\(path) is malformed at byte \(offset + 1): \(detail).")
    case .noPlaces(let skipped, _):
      let unplaced = skipped.first { $0.reason == .missingCoordinate }
      let advice: Message =
        unplaced.map {
          $0.example.isElement
            ? " Nothing of what they are made of is there\(terminal: "; \(Self.bringing)")."
            : Self.advice(onRow: $0.example.text)
        } ?? ""
      let reasons: Message =
        skipped.isEmpty
        ? "There are no rows, and no elements of a requested category." : Self.sentences(for: skipped)
      self.init(.noPlaces, "No row became a place, so no index was written. \(reasons)\(advice)")
    case .rowsSkipped(let skipped):
      self.init(.rowsSkipped, "\(.strict): rows were skipped. \(Self.sentences(for: skipped))")
    case .tooManyPlaces(let limit): self.init(.tooManyPlaces, "An index has at most \(limit) places; build several.")
    case .tooManyCategories(let limit):
      self.init(
        .tooManyCategories,
        """
        The categories of the places take more than the \(limit >> 30) GiB that an index holds of them. Name the \
        column that says the category with \(.categoryColumn), or build several indexes.
        """
      )
    case .outOfMemory(let bytes): self = .outOfMemory("another \(bytes / 1_000_000) MB are needed.")
    case .cancelled: self.init(.interrupted, isRetryable: false, "Interrupted; no index was written.")
    case .fetchStopped(let cause, let progress):
      let failure = Failure(cause)
      self = failure.saying("\(failure.wording)\(Self.state(progress))")
    case .fetchRequestsSpent(let limit, let progress):
      let spent = PartialResult.spent(limit, of: .maxRequests)
      self.init(.budgetSpent, "The \(spent).\(Self.state(progress))")
    case .fetchAreaTooLarge(let service, let size, let requests):
      let size = Int(size.rounded()).groupedText
      self.init(
        .fetchTooLarge,
        """
        The area has \(size) km² and takes at least \(requests) requests, and the servers of \(service.title) are \
        shared by all: name a smaller area; \(.maxRequests) \(requests) allows it nevertheless. Extracts of whole \
        countries are at https://download.geofabrik.de: placefind index build COUNTRY.osm.pbf
        """
      )
    case .fetchTooLarge(let service, let elements, let bytes):
      let megabytes = max(1, bytes / 1_000_000)
      self.init(
        .fetchTooLarge,
        """
        The area has \(elements.groupedText) elements, some \(megabytes) MB, and the servers of \(service.title) are \
        shared by all: name a smaller area, or categories with \(short: .category); \(.yes) fetches it nevertheless. \
        Extracts of whole \
        countries are at https://download.geofabrik.de: placefind index build COUNTRY.osm.pbf
        """
      )
    case .fetchRunning(let path):
      self.init(.fetchRunning, "Another process is fetching the same area (\(path)); wait until it has ended.")
    }
  }

  private static let bringing: Message = "`out center` of Overpass and `osmium extract -s smart` bring it"

  private static func sentences(for skipped: [SkippedRows]) -> Message {
    skipped.map { Notice.notice(for: $0).message }.joined(separator: " ")
  }

  /// Reports that there isn't enough memory to build an index.
  static func outOfMemory(_ need: Message) -> Failure {
    Failure(
      .outOfMemory,
      """
      There is not enough memory: \(need) Raise the limit of the process\(terminal: " (ulimit -v)") or of its \
      container, or build on \
      a larger machine.
      """
    )
  }

  /// A coordinate rounded to a metre; the CRSs of a country differ by 300 m.
  private static func meterText(_ point: Coordinate) -> String {
    [point.latitude, point.longitude].map { (($0 * 1e5).rounded() / 1e5).decimalText }.joined(separator: ",")
  }

  /// Advice for rows without coordinates.
  private static func advice(onRow row: String) -> Message {
    let places =
      row.hasPrefix("{") ? " Lists of objects with coordinates were looked for, also within objects and lists." : ""
    return "\(places) If the rows have coordinates, name them with \(.latitudeColumn) and \(.longitudeColumn)."
  }
}
