import Domain

/// Counts the requests that a batch would take, and prints a report.
struct BatchDryRun: CommandPart {
  let context: CommandContext
  let options: BatchOptions
  let source: SourceConfiguration
  let provider: any UseCaseProvider

  /// Reads all rows and prints the report.
  func run(_ rows: BatchRows, _ files: BatchOutputFiles) async throws(BatchFailure) {
    let provenance: Provenance
    let costs: any EstimateCostUseCase
    do {
      provenance = try provider.makeEstimateUseCase().provenance()
      costs = try provider.makeEstimateUseCase()
    } catch { throw .stopped(error, rows: 0, canResume: false) }
    let earlier: AnswerStore?
    do { earlier = try files.openEarlier(provenance, rows.format) } catch { throw .output(error, rows: 0) }
    let counts: DryRun
    do throws(BatchInputError) {
      counts = try await DryRun(
        reader: rows.reader,
        queries: rows.queries,
        earlier: earlier,
        isFree: !provenance.source.isMetered,
        cost: { query throws(PlaceSearchError) in try costs.cost(of: query.query, limit: query.limit) }
      )
    } catch { throw .input(error) }
    do { try earlier?.checkLosses() } catch { throw .output(error, rows: 0) }
    let report = DryRunReport(
      counts: counts,
      source: provenance.source,
      lacksKey: provenance.source.service?.key != nil && source.key == nil,
      requestsPerSecond: source.requestsPerSecond,
      service: provenance.source.service ?? world.services.first
    )
    var output = PlainSink(sink: world.standardOutput.sink, path: "standard output")
    do throws(BatchOutputError) {
      try output.write([UInt8](report.text.utf8))
      if let path = options.summaryPath { try files.write(report.json, to: path) }
    } catch { throw .output(error, rows: 0) }
  }
}
