import Domain

/// Rejects a batch that is too large for a public server, before any request.
struct BatchLimit: CommandPart {
  let context: CommandContext
  let options: BatchOptions
  let source: ResolvedSource

  /// The number of queries whose area the error message covers.
  ///
  /// For an input that may never end, only as many as are needed to reject it.
  private static let namedQueries = 100_000

  /// Reads ahead until the decision is certain.
  ///
  /// Rows that already have a record don't count.
  func check(_ rows: BatchRows, _ files: BatchOutputFiles) async throws {
    let provenance = try source.provider.makeEstimateUseCase().provenance()
    guard let service = provenance.source.service, let limit = service.manners.batchLimit else { return }
    let earlier = try files.openEarlier(provenance, of: rows)
    var queries = rows.queries
    var seen = Set<RowQuery>()
    let enough = await rows.reader.sizeInBytes == nil ? limit : Self.namedQueries
    try await rows.reader.lookAhead { block in
      queries.open(block)
      for index in block.rows.indices {
        guard let row = try? queries.query(at: index), earlier?.hasRecord(of: queries.row, asking: row) != true else {
          continue
        }
        seen.insert(row.located(at: options.defaults.positions))
      }
      return seen.count <= enough
    }
    guard seen.count > limit else { return }
    throw Failure.batchTooLarge(service, limit: limit, fetching: fetchCommand(for: Array(seen)))
  }

  /// The command line that downloads an index of the queries' area; if the rows have only names, of the area around
  /// their common place.
  private func fetchCommand(for rows: [RowQuery]) -> String {
    var words = ["placefind", "index", "fetch"]
    if let box = BoundingBox(around: rows.filter { $0.locating == nil }.map(\.query.area)), arguments.query.near == nil
    {
      words.append("--bbox=\(box.edgeText)")
    } else {
      let radius = DistanceFormatter.short(rows.map(\.query.radius).max() ?? .zero).filter { $0 != " " }
      words += [
        "--near", arguments.query.near?.value ?? rows.compactMap(\.locating).first?.value ?? "TEXT", "-r", radius,
      ]
    }
    let categories = Set(rows.flatMap(\.query.categories).map(\.slug)).sorted()
    if !categories.isEmpty, rows.allSatisfy({ !$0.query.categories.isEmpty }) {
      words += ["-c", categories.joined(separator: ",")]
    }
    return (words + ["-o", "rows.pfx"]).map(ShellWord.quoted).joined(separator: " ")
  }
}

extension ResolvedSource {
  /// Whether a batch queries a public server that limits batches.
  var isLimited: Bool {
    guard case .service(let service) = source else { return false }
    return service.manners.batchLimit != nil && configuration[service].isPublic(service)
  }
}

extension PlaceQuery {
  fileprivate var radius: Distance { area.radius?.distance ?? .zero }
}

extension BoundingBox {
  /// The bounding box of areas, to a thousandth of a degree; `nil` if there are none.
  fileprivate init?(around areas: [SearchArea]) {
    guard let box = BoundingBox(enclosing: areas.compactMap(\.enclosingBox)) else { return nil }
    func rounded(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (degrees * 1_000).rounded(rule) / 1_000
    }
    try? self.init(
      west: max(-180, rounded(box.west, .down)),
      south: max(-90, rounded(box.south, .down)),
      east: min(180, rounded(box.east, .up)),
      north: min(90, rounded(box.north, .up))
    )
  }
}
