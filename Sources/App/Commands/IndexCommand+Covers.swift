import Domain

/// Declares the coverage of an index.
extension IndexCommand {
  /// Replaces the coverage of an index; its places stay.
  func declareCoverage() async throws {
    let path = try pathToInspect()
    let coverage = try ShapeFinder(context: context).coverage()
    guard !coverage.isEmpty else { throw Failure.coverageMissing(path) }
    let before = try await provider.indexes.summary(ofIndexAt: path)
    var request = IndexBuildRequest(inputs: [], output: path)
    request.addsToOutput = true
    request.coverage = coverage
    try checkCovers(path)
    let report = try await provider.indexes.build(request, progress: nil)
    let earlier = before.coverage.filter { !coverage.contains($0) }
    if !earlier.isEmpty {
      say("\(path) covered \(earlier.map(\.coverageText).joined(separator: "; ")) before.")
    }
    report.coverageNotices.forEach(say)
    let document = IndexReport(
      summary: report.summary,
      isVerified: false,
      times: TimeFormatter(in: world),
      fetched: world.services.fetched?.title
    )
    var arguments = arguments
    arguments.output.path = nil
    try write(document, to: try OutputArguments(arguments, in: world, of: .index, defaultFormat: .table))
  }

  /// Checks that the index isn't one of the files to read.
  private func checkCovers(_ path: String) throws {
    let index = OutputGuard.Output(.output, path, existing: .use, .wholeFile(makesDirectories: false))
    try check(reading: [], writing: [.standard, index])
  }

  /// Uses the polygons next to each extract as its coverage, unless the options declare one.
  func findPolygons(of request: inout IndexBuildRequest) throws {
    guard request.coverage.isEmpty else { return }
    for path in request.inputs {
      let polygons = ExtractName(path)?.polygonPaths.first(where: world.files.exists)
      guard let polygons, request.coverageByInput[path] == nil else { continue }
      request.coverageByInput[path] = try ShapeFinder(context: context).polygons(of: polygons)
      say("\(path) covers the polygons of \(polygons), next to it. Pass --covers to declare another area.")
    }
  }
}
