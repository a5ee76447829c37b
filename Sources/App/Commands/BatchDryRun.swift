import Domain

/// Counts the requests that a batch would take, and prints a report.
struct BatchDryRun: CommandPart {
  let context: CommandContext
  let options: BatchOptions
  let source: SourceConfiguration

  /// Reads all rows and prints the report.
  func run(_ rows: BatchRows, _ files: BatchOutputFiles) async throws {
    let costs = try provider.makeEstimateUseCase()
    let provenance = costs.provenance()
    let earlier = try files.openEarlier(provenance, rows.format)
    let counts = try await DryRun(
      reader: rows.reader,
      queries: rows.queries,
      earlier: earlier,
      isFree: !provenance.source.isMetered,
      requestsToLocate: provenance.source.service?.manners.requestsToLocate ?? 0...0,
      cost: { query throws(PlaceSearchError) in try costs.cost(of: query.query, limit: query.limit) }
    )
    try earlier?.checkLosses()
    let report = DryRunReport(
      counts: counts,
      source: provenance.source,
      lacksKey: provenance.source.service?.key != nil && source.key == nil,
      requestsPerSecond: source.requestsPerSecond,
      service: provenance.source.service ?? world.services.first
    )
    var output = PlainSink(sink: world.standardOutput.sink, path: "standard output")
    try output.write(arguments.has(.json) ? report.json : [UInt8](report.text.utf8))
    if let path = options.summaryPath { try files.write(report.json, to: path) }
  }
}
