import Domain

/// Errors about the source of a query, its result, and the end of a batch.
extension Failure {
  // MARK: - Sources

  static func sourceMissing(_ services: [Service]) -> Failure {
    Failure(
      .sourceMissing,
      """
      There is no source of places: no key, and no index of this area. \(services.advice) To try the program with \
      fictional places, use \(.source) sample.
      """
    )
  }

  static func keyMissing(_ service: Service) -> Failure {
    let advice = service.key.map { "Set \($0.variable) to the \($0.term) of \($0.owner)" } ?? "Set one"
    return Failure(
      .keyMissing,
      """
      There is no key for \(service.title). \(advice), or name its file with \(.keyFile). Without a key, use \
      \(.source) osm or \(.index, "FILE"); \(.source) sample has fictional places.
      """
    )
  }

  /// Returns a failure about a missing key, with the related environment variables.
  func withKeyRemark(in world: World) -> Failure {
    guard code == .sourceMissing || code == .keyMissing, let remark = world.keyRemark else { return self }
    return adding("\(remark)")
  }

  static func sampleWithoutPlace(_ services: [Service]) -> Failure {
    .usage(
      """
      No point was given, and the bundled sample has fictional places around one point only. Pass \(.at) \
      \(SourceConfiguration.sampleCenter), \(.anywhere) for all of them, or \(short: .query) to search by name. For \
      real places: \(services.advice)
      """
    )
  }

  // MARK: - Results

  /// Reports an empty result with `--fail-empty`.
  static func nothingFound(_ result: EmptyResult) -> Failure { Failure(.nothingFound, result.sentence) }

  /// Reports missing places with `--require-complete`.
  static func incomplete(_ result: PartialResult, isRetryable: Bool = false) -> Failure {
    Failure(.incomplete, isRetryable: isRetryable, "\(.requireComplete): \(result.sentence)")
  }

  /// Reports that a nearer place may be missing with `--require-nearest`.
  static func unproven(_ result: PartialResult, isRetryable: Bool = false) -> Failure {
    Failure(.unproven, isRetryable: isRetryable, "\(.requireNearest): \(result.nearestSentence)")
  }

  /// Reports that no place of the source matches a text; similar names may be suggested.
  static func notLocated(
    _ text: String,
    similarNames: [String],
    source: Source,
    services: [Service]
  ) -> Failure {
    let index = source.indexPaths.first.map(ShellWord.path) ?? "FILE"
    // A place that has the name but doesn't meet a condition is no suggestion.
    let others = similarNames.filter { $0 != text }
    let advice: Message =
      switch source {
      case _ where !others.isEmpty: " Did you mean \(others.joined(separator: ", or "))?"
      case .service: " Try an address, or a better-known name."
      case .index:
        "\(terminal: " `placefind index info \(index)` shows the area of the index.")"
      case .sample: " The bundled sample has fictional places only. \(services.advice)"
      }
    return Failure(.placeNotFound, "No place matches \(quoted: text).\(advice)")
  }

  /// Reports several distant places that match a text equally well.
  static func severalPlaces(_ text: String, candidates: [Place], totalCount: Int) -> Failure {
    let count = max(totalCount, candidates.count)
    return .usage(
      """
      \(quoted: text) may mean \(counted(count, "place")). Pass the coordinates of one of them, or a more precise name: \
      \(list(candidates, of: count, for: text))
      """
    )
  }

  /// Reports places that have only parts of a text's words.
  static func uncertainPlace(_ text: String, _ located: LocatedPlaces) -> Failure {
    let count = max(located.totalCount, located.candidates.count)
    return Failure(
      .placeNotFound,
      """
      No place has the whole words of \(quoted: text). Pass coordinates, or the whole name or address of a place: \
      \(list(located.candidates, of: count, for: text))
      """
    )
  }

  /// Returns the first candidates with their coordinates.
  private static func list(_ candidates: [Place], of count: Int, for text: String) -> Message {
    let list = candidates.prefix(listedCandidates).map { place -> Message in
      let address = place.address.flatMap { $0 == place.name ? nil : " (\($0))" } ?? ""
      return "\(place.name ?? text)\(address) at \(place.coordinate.decimalText)"
    }
    return "\(list.joined(separator: "; "))\(count > list.count ? "; …" : ".")"
  }

  private static let listedCandidates = 5

  /// Reports that no place has a number or an id.
  ///
  /// - Parameters:
  ///   - word: The number or the id.
  ///   - lastCount: The number of places of the last result.
  ///   - isEmptyResult: Whether the last query found nothing, so that an older result may be the last with places.
  init(noPlace word: String, lastCount: Int, isEmptyResult: Bool = false) {
    let advice: Message =
      switch lastCount {
      case 0 where isEmptyResult:
        " The last query found nothing, so there are no numbers.\(terminal: " `placefind history` lists the queries.")"
      case 0: " No result is recorded yet. Search at a terminal or with \(.record)."
      case let count:
        " The last result has \(counted(count, "place")), and no earlier result, saved place or index has that id."
      }
    self.init(.placeNotFound, "There is no place \(quoted: word).\(advice)")
  }

  static func indexNotRecorded(_ number: Int) -> Failure {
    .usage("Query \(number) searched an index on standard input. Pass it again with \(.index, "-").")
  }

  static func placeUnknown(_ id: String) -> Failure {
    Failure(
      .placeNotFound,
      "No index and no saved place has the id \(quoted: id). Call find_places with the name of the place."
    )
  }

  static func pageMissing(_ name: String) -> Failure { Failure(.pageMissing, "\(name) has no page.") }

  /// Reports a search that needs more requests than a tool call may send.
  static func callTooLarge(expected: Int, allowed: Int) -> Failure {
    .usage(
      """
      The search is expected to send about \(expected.groupedText) requests, and a call sends at most \
      \(allowed.groupedText). Search a smaller area.
      """
    )
  }

  // MARK: - The end of a batch

  /// Reports a batch with more queries than a public server should be sent.
  static func batchTooLarge(_ service: Service, limit: Int, fetching command: String) -> Failure {
    Failure(
      .batchTooLarge,
      """
      This batch needs more than \(limit) different queries, too many for the public servers of \(service.title). \
      Search an index of the area instead: `\(command) && placefind batch \(.index) rows.pfx …` An instance of your \
      own has no limit: set \(EnvironmentVariable.ownInstance.rawValue)=1.
      """
    )
  }

  /// Reports that more rows are invalid or failed than `--max-errors` allows.
  ///
  /// - Parameters:
  ///   - count: A clause with the number of rows without a result.
  ///   - row: The number of the last one.
  ///   - isRetryable: Whether the number would be allowed if temporary failures were not counted.
  ///   - records: The number of rows with a record when the run stopped; `nil` if the run finished.
  ///   - resumption: The option that resumes the run; `nil` if it can't be resumed.
  /// - Returns: The failure.
  static func tooManyErrors(
    _ count: String,
    row: Int,
    isRetryable: Bool,
    records: Int?,
    _ resumption: Resumption?
  ) -> Failure {
    let fault: Message =
      "\(count), more than \(.maxErrors) allows. The last one is row \(row); the records contain the reasons."
    // The status suggests a retry only if it can help.
    let failure =
      isRetryable
      ? Failure(.tooManyErrors, status: .unreachable, isRetryable: true, fault) : Failure(.tooManyErrors, fault)
    guard let records else { return failure }
    let next: Message? = resumption.map { resumption in
      isRetryable
        ? "Run the same command with \(resumption.retrying) to continue."
        : "Allow more errors and run it again with \(resumption.option) to continue."
    }
    return failure.adding("The run was stopped. \(Resumption.state(rows: records, resumption, next: next))")
  }

  /// Reports that the user stopped the run.
  static func interrupted(_ stop: StopSignal, rows: Int, _ resumption: Resumption?) -> Failure {
    let state = Resumption.state(rows: rows, resumption)
    return switch stop {
    case .interrupt: Failure(.interrupted, "Interrupted. \(state)")
    case .terminate: Failure(.terminated, "Terminated. \(state)")
    case .hangUp: Failure(.hungUp, "The terminal was closed. \(state)")
    }
  }

  /// Reports that the run finished but some rows failed.
  ///
  /// If a file was named, it contains those rows.
  static func someRowsFailed(
    invalid: Int,
    failed: Int,
    rows: Int,
    _ resumption: Resumption?,
    in path: String?
  ) -> Failure {
    let have = invalid + failed == 1 ? "has" : "have"
    let retrying = failed > 0 ? resumption?.retrying : nil
    return Failure(
      .someRowsFailed,
      isRetryable: failed > 0,
      """
      \(invalid + failed) of \(counted(rows, "row")) \(have) no result (\(invalid) invalid, \(failed) failed). The \
      records contain the reasons, and \(path.map { "\($0) contains these rows" } ?? "\(Option.failures) FILE collects such rows").\
      \(retrying.map { " The same command with \($0) retries the failed ones." } ?? "")
      """
    )
  }

  /// Returns the failure of a run after some rows; `rows` is the number of rows with a record.
  func after(_ rows: Int, _ resumption: Resumption?) -> Failure {
    rows > 0 ? adding(Resumption.state(rows: rows, resumption)) : self
  }

  /// Returns the failure of a run whose last records may not have been written.
  func afterAtMost(_ rows: Int, _ resumption: Resumption?) -> Failure {
    rows > 0 ? adding(Resumption.state(rows: rows, isAtMost: true, resumption)) : self
  }
}
