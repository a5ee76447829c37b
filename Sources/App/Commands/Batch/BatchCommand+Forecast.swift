import Domain

/// Forecasts of a batch.
extension BatchCommand {
  /// Counts the requests that all rows would take, and prints a report.
  func report(
    on rows: BatchRows,
    from source: ResolvedSource,
    _ options: BatchOptions,
    writing files: BatchOutputFiles
  ) async throws {
    let costs = try source.provider.makeEstimateUseCase()
    let provenance = costs.provenance()
    let service = provenance.source.service
    let earlier = try files.openEarlier(provenance, of: rows)
    var forecast = BatchForecast(rows.queries, costs: costs, resuming: earlier)
    var queries: [RowQuery] = []
    let isLimited = source.isLimited
    while let block = try await rows.reader.nextBlock() {
      forecast.count(block) { if isLimited, queries.count < Self.namedQueries { queries.append($0) } }
    }
    try earlier?.checkLosses()
    let report = DryRunReport(
      forecast: forecast,
      source: provenance.source,
      lacksKey: service.map { $0.key != nil && source.configuration[$0].key == nil } ?? false,
      requestsPerSecond: service.map { source.configuration[$0].requestsPerSecond } ?? 0,
      service: service,
      quota: service.flatMap { _ in try? source.provider.account.quota() }
    )
    try world.standardOutputFile.write(arguments.has(.json) ? report.json : [UInt8](report.text.utf8))
    if isLimited, let service { try checkCount(of: queries, to: service) }
  }

  /// Throws if a public server shouldn't be sent so many queries.
  private func checkCount(of queries: [RowQuery], to service: Service) throws(Failure) {
    guard let limit = service.requestDefaults.batchLimit, queries.count > limit else { return }
    throw .batchTooLarge(service, limit: limit, fetching: fetchCommand(for: queries))
  }

  /// The number of queries whose area the error message covers.
  ///
  /// For an input that may never end, only as many as are needed to reject it.
  private static let namedQueries = 100_000

  /// Rejects a batch that is too large for a public server, before any request.
  ///
  /// Reads ahead until the decision is certain. Rows that already have a record don't count.
  func checkSize(of rows: BatchRows, from source: ResolvedSource, earlier files: BatchOutputFiles) async throws {
    let costs = try source.provider.makeEstimateUseCase()
    let provenance = costs.provenance()
    guard let service = provenance.source.service, let limit = service.requestDefaults.batchLimit else { return }
    let earlier = try files.openEarlier(provenance, of: rows)
    var forecast = BatchForecast(rows.queries, costs: costs, resuming: earlier)
    var queries: [RowQuery] = []
    let enough = await rows.reader.sizeInBytes == nil ? limit : Self.namedQueries
    try await rows.reader.lookAhead { block in
      forecast.count(block) { queries.append($0) }
      return queries.count <= enough
    }
    try checkCount(of: queries, to: service)
  }

  /// Returns the command line that downloads an index of the queries' area; if the rows have only names, of the area
  /// around their common place.
  private func fetchCommand(for rows: [RowQuery]) -> String {
    var words = ["placefind", "index", "fetch"]
    if let box = Self.box(around: rows.filter { $0.locating == nil }.map(\.query.area)), arguments.query.near == nil {
      words.append("--bbox=\(box.edgeText)")
    } else {
      let radius = DistanceFormatter.short(rows.compactMap(\.query.area.radius?.distance).max() ?? .zero)
      words += ["--near", arguments.query.near?.value ?? rows.compactMap(\.locating).first?.value ?? "TEXT"]
      words += ["-r", radius.filter { $0 != " " }]
    }
    let categories = Set(rows.flatMap(\.query.categories).map(\.slug)).sorted()
    if !categories.isEmpty, rows.allSatisfy({ !$0.query.categories.isEmpty }) {
      words += ["-c", categories.joined(separator: ",")]
    }
    return (words + ["-o", "rows.pfx"]).map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns the bounding box of areas, to a thousandth of a degree; `nil` if there are none.
  private static func box(around areas: [SearchArea]) -> BoundingBox? {
    guard let box = BoundingBox(enclosing: areas.compactMap(\.enclosingBox)) else { return nil }
    func rounded(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (degrees * 1_000).rounded(rule) / 1_000
    }
    return try? BoundingBox(
      west: max(-180, rounded(box.west, .down)),
      south: max(-90, rounded(box.south, .down)),
      east: min(180, rounded(box.east, .up)),
      north: min(90, rounded(box.north, .up))
    )
  }
}

extension ResolvedSource {
  /// Whether a batch queries a public server that limits batches.
  var isLimited: Bool {
    guard case .service(let service) = source else { return false }
    return service.requestDefaults.batchLimit != nil && configuration[service].isPublic(service)
  }
}
