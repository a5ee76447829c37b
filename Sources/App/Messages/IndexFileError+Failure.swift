import Domain
import Tables

extension IndexFileError {
  /// The failure: first the files, then the contents of an index, its inputs, their rows, and downloads.
  var failure: Failure {
    switch self {
    case .unreadable(let path, let reason): Failure(.fileFailed, Failure.unreadable(path, reason))
    case .unwritable(let path, let reason):
      Failure(.outputFailed, "Could not write \(path): \(reason). An existing file is unchanged.")
    case .outputNotAnIndex(let path):
      Failure(.fileExists, "\(path) already exists and isn't an index. Use \(.force), or name another \(.output).")
    case .outputReplaced(let path):
      Failure(.outputReplaced, "Another process replaced \(path), so nothing was added. Run the command again.")
    case .locked(let path):
      Failure(.outputLocked, "\(path) is locked by another process, so nothing was written. Try again.")
    case .changed(let path): changed(path)
    case .notAnIndex(let path): notAnIndex(path)
    case .otherVersion(let path, let version, let supported): otherVersion(version, of: path, supported: supported)
    case .wrongLength(let path, let expected, let actual):
      // The expected length of a file that ends early may be only that of its header.
      damaged(
        actual < expected
          ? "\(path) is cut short: it ends after \(counted(actual, "byte"))."
          : "\(path) is damaged: it has \(actual) bytes instead of \(expected)."
      )
    case .damaged(let path, let part): damaged("\(path) is damaged in its \(part).")
    case .groundMissing(let path):
      .usage("\(path) has no streets. With \(.ground), name an index of OpenStreetMap data built without \(.noGround).")
    case .noCategory(_, let word, let nearest): .unknownCategory(word, nearest: nearest)
    case .noKey(_, let key, let known): UnsupportedQuery.attribute(key, known: known).failure
    case .noInput(let path, let word, let known): noInput(word, in: path, known: known)
    case .onlyInput(let path, let name):
      Failure(
        .inputLast,
        "'\(name)' is the only input of \(path), so nothing would be left. To delete the index, remove \(path)."
      )
    case .kindUnknown(let path, let slug): kindUnknown(slug, path)
    case .unknownFormat(let path, let detail, let advice): unknownFormat(path, detail: detail, advice: advice)
    case .foreignFormat(let path, let archive, let format):
      Failure(.formatUnreadable, format.sentence(at: path, in: archive))
    case .openStreetMapUnreadable(let path, let problem): Failure(.formatUnreadable, problem.sentence(at: path))
    case .archiveUnusable(let path, let problem): problem.failure(ofArchive: path)
    case .otherEncoding(let path, let readings): Failure(.encodingUnreadable, readings.sentence(at: path))
    case .coordinatesMissing(let path, let columns, let addresses):
      coordinatesMissing(path, columns: columns, addresses: addresses)
    case .degreesWithoutPoint(let path, let divisor):
      Failure(
        .crsUnknown,
        """
        \(path) has degrees without a decimal point. \
        \(terminal: "Pass \(.scale) \(divisor)", agent: "Divide them by \(divisor)").
        """
      )
    case .crsUnknown(let path, let columns, let candidates):
      candidates.failure(at: path, columns: columns)
    case .systemForeign(let path, let systems, let columns, let candidates):
      systems.failure(at: path, columns: columns, candidates: candidates)
    case .malformed(let path, let detail, let offset):
      Failure(.inputMalformed, "\(path) is malformed at byte \(offset + 1): \(detail).")
    case .rowsUnidentified(let report): rowsUnidentified(report)
    case .rowsSkipped(let skipped): Failure(.rowsSkipped, "\(.strict): rows were skipped. \(skipped.sentences)")
    case .noPlaces(let skipped, _): noPlaces(skipped: skipped)
    case .tooManyPlaces(let limit):
      Failure(.tooManyPlaces, "There are more than \(limit) places, the maximum of an index. Build several indexes.")
    case .tooManyCategories(let limit): tooManyCategories(limitInBytes: limit)
    case .outOfMemory(let bytes): .outOfMemory("another \(bytes / 1_000_000) MB are needed.")
    case .cancelled: Failure(.interrupted, isRetryable: false, "Interrupted; no index was written.")
    case .fetchStopped(let cause, let progress): fetchStopped(by: cause.failure, progress)
    case .fetchRequestsSpent(let limit, let progress):
      fetchStopped(by: Failure(.budgetSpent, PartialResult.spent(limit, of: .maxRequests)), progress)
    case .fetchAreaTooLarge(let service, let size, let requests):
      tooLarge("\(Int(size.rounded()).groupedText) km² and takes at least \(requests) requests", for: service)
        .adding("\(.maxRequests) \(requests) allows it anyway.")
    case .fetchTooLarge(let service, let elements, let bytes):
      tooLarge("\(elements.groupedText) elements, about \(max(1, bytes / 1_000_000)) MB", for: service)
        .adding("\(.yes) downloads it anyway.")
    case .fetchRunning(let path):
      Failure(.fetchRunning, "Another process is downloading the same area (\(path)). Wait until it ends.")
    }
  }

  // MARK: - The contents of an index

  private func notAnIndex(_ path: String) -> Failure {
    Failure(
      .notAnIndex,
      """
      \(path) isn't an index.\
      \(terminal: " If it is data (.osm.pbf, .osm, GeoJSON, NDJSON, CSV), build one: `placefind index build \(InputPath(path).argument)`")
      """
    )
  }

  private func changed(_ path: String) -> Failure {
    Failure(
      .fileChanged,
      """
      \(path) changed while it was being read. Try again when it is complete.\
      \(terminal: " Replace an index with `placefind index build` or `mv`, not by copying over it.")
      """
    )
  }

  private func otherVersion(_ version: Int, of path: String, supported: Int) -> Failure {
    let fault: Message = "\(path) is an index of format version \(version); this placefind reads version \(supported)."
    return version < supported
      ? Failure(.indexTooOld, "\(fault) Build it again from its data.")
      : Failure(.indexTooNew, "\(fault) Build it again, or use a newer placefind.")
  }

  private func damaged(_ fault: Message) -> Failure {
    Failure(.indexDamaged, "\(fault) Copy it again or build it again.")
  }

  private func noInput(_ word: String, in path: String, known: [String]) -> Failure {
    let alike = known.filter { IndexInput($0).shortName == word }
    guard alike.count < 2 else {
      return Failure(
        .inputUnknown,
        "\(path) has \(alike.count) inputs '\(word)'. Pass the whole path of one: \(alike.joined(separator: ", "))."
      )
    }
    let nearest = NearestWord.of(word, among: known + known.map { IndexInput($0).shortName })
    let guess = nearest.map { " Did you mean '\($0)'?" } ?? ""
    return Failure(.inputUnknown, "\(path) has no input '\(word)'.\(guess) It has: \(known.joined(separator: ", ")).")
  }

  private func kindUnknown(_ slug: String, _ path: String) -> Failure {
    Failure(
      .indexTooOld,
      """
      \(path) was built by an older placefind, which doesn't know '\(slug)'.\
      \(terminal: " Update it: `placefind index build \(InputPath(path).argument) -o NEW.pfx`")
      """
    )
  }

  private func tooManyCategories(limitInBytes limit: Int) -> Failure {
    Failure(
      .tooManyCategories,
      """
      The categories of the places exceed the \(limit >> 30) GiB of an index. \
      \(terminal: "Name the column with the category with \(.map, "category=COLUMN"), or build", agent: "Build") several indexes.
      """
    )
  }

  // MARK: - Inputs

  private func unknownFormat(_ path: String, detail: String, advice: String?) -> Failure {
    Failure(
      .formatUnknown,
      "\(path) can't be read as places: \(detail)\(terminal: "\(advice.map { "; \($0)" } ?? "")")."
    )
  }

  private func coordinatesMissing(_ path: String, columns: [String], addresses: [String]) -> Failure {
    guard !columns.isEmpty else {
      return Failure(.headerMissing, "\(path) has no header: its first line is a row. \(Failure.headerAdvice())")
    }
    let names: Message = "\(terminal: "with \(Message.coordinateColumns)", agent: "lat and lng")"
    let options: Message = "\(names). \(Failure.list(columns))"
    return Failure(
      .columnsMissing,
      addresses.isEmpty
        ? "\(path) has no columns of coordinates that can be read. Name them \(options)"
        : """
        \(path) has addresses (\(addresses.joined(separator: ", "))) and no columns of coordinates that can be read. \
        Geocode the addresses and add columns for latitude and longitude, or name the existing ones \(options)
        """
    )
  }

  // MARK: - Rows

  private func rowsUnidentified(_ report: InputReport) -> Failure {
    Failure(
      .rowsUnidentified,
      "\(.strict): most rows lack a category or a name. \(report.notices().map(\.message).joined(separator: " "))"
    )
  }

  private func noPlaces(skipped: [SkippedRows]) -> Failure {
    let advice: Message
    if let unplaced = skipped.first(where: { $0.reason == .missingCoordinate }) {
      let places =
        unplaced.example.text.hasPrefix("{")
        ? " Lists of objects with coordinates were searched, also within objects and lists." : ""
      advice =
        unplaced.example.isElement
        ? " The file lacks their members.\(terminal: " `out center` of Overpass or `osmium extract -s smart` adds them.")"
        : """
        \(places) If the rows have coordinates, name them \
        \(terminal: "with \(Message.coordinateColumns)", agent: "lat and lng").
        """
    } else {
      advice = ""
    }
    let reasons: Message =
      skipped.isEmpty ? "There are no rows, and no elements of a requested category." : skipped.sentences
    return Failure(.noPlaces, "No row became a place, so no index was written. \(reasons)\(advice)")
  }

  // MARK: - Downloads

  /// Adds the progress that a later run resumes from.
  private func fetchStopped(by failure: Failure, _ progress: IndexFetchProgress) -> Failure {
    guard progress.partsDone > 0 else { return failure }
    let (done, known) = (progress.partsDone, counted(progress.partsKnown, "part"))
    return failure.adding(
      "\(done) of \(known) \(progress.partsDone == 1 ? "is" : "are") downloaded. Run the command again to resume."
    )
  }

  private func tooLarge(_ size: String, for service: Service) -> Failure {
    Failure(
      .fetchTooLarge,
      """
      The area has \(size), too much for the public servers of \(service.title). Name a smaller area, or fewer \
      categories with \(short: .category). For a whole country, download an extract from \
      https://download.geofabrik.de: `placefind index build COUNTRY.osm.pbf`
      """
    )
  }
}
