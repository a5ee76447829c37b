import CLibrary
import Domain

/// Refuses a batch that is not for a public instance of a service, before anything is sent.
struct BatchRation: CommandPart {
  let context: CommandContext
  let options: BatchOptions
  let source: OpenedSource

  /// The queries of a file whose area the refusal names; of an input that may never end, those that it takes to
  /// refuse it.
  private static let namedQueries = 100_000

  /// Reads ahead as far as it takes to know; rows that have a record already do not count.
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

  /// The command line that fetches an index of the area of queries; of rows with names only, that of their common
  /// place.
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

extension SourceArguments {
  /// Whether a batch asks a service that others use too, and that bounds a batch.
  var isRationed: Bool {
    guard case .service(let service)? = route else { return false }
    return service.manners.batchLimit != nil && options[service].isPublic(service)
  }
}

extension PlaceQuery {
  fileprivate var radius: Distance { area.radius?.distance ?? .zero }
}

extension BoundingBox {
  /// The rectangle around circles, to a thousandth of a degree; `nil` without any.
  ///
  /// Of the two that hold them it is the narrower, which may cross the antimeridian.
  fileprivate init?(around areas: [SearchArea]) {
    func box(_ isShifted: Bool) -> (edges: [Double], width: Double)? {
      var edges = [Double.infinity, .infinity, -.infinity, -.infinity]
      for area in areas {
        guard let center = area.center, let radius = area.radius else { continue }
        let north = radius.meters / 111_000
        let east = min(180, north / max(0.001, cos(center.latitude * .pi / 180)))
        let longitude = center.longitude + (isShifted && center.longitude < 0 ? 360 : 0)
        edges = [
          min(edges[0], longitude - east), min(edges[1], center.latitude - north), max(edges[2], longitude + east),
          max(edges[3], center.latitude + north),
        ]
      }
      return edges[0].isFinite ? (edges, edges[2] - edges[0]) : nil
    }
    guard let plain = box(false), let shifted = box(true) else { return nil }
    let edges = (shifted.width < plain.width ? shifted : plain).edges
    func rounded(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (degrees * 1_000).rounded(rule) / 1_000
    }
    func wrapped(_ degrees: Double) -> Double {
      degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
    try? self.init(
      west: wrapped(rounded(edges[0], .down)),
      south: max(-90, rounded(edges[1], .down)),
      east: wrapped(rounded(edges[2], .up)),
      north: min(90, rounded(edges[3], .up))
    )
  }
}
