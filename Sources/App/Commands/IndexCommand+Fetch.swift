import Domain

/// Downloads the places of an area into an index, or updates a downloaded index.
extension IndexCommand {
  func fetch() async throws {
    let names = arguments.operands
    let isUpdate = arguments.has(.update)
    var query = try placedQuery(usesDefault: !isUpdate)
    if isUpdate, !query.hasPlace {
      // The index already has an area and categories.
      if let option = ([.indexCategory, .radius] as [Option]).first(where: arguments.hasTyped) {
        throw Failure.needs(option, .at)
      }
      return try await fetchAgain(try await updates(of: names + [arguments.output.path].compactMap(\.self)))
    }
    guard names.isEmpty else { throw Failure.unexpectedArguments(names, after: nil, .index) }
    guard query.hasPlace else { throw Failure.fetchWithoutArea }
    // The centre of a box isn't used here, because nothing is measured from it.
    if query.box != nil, let option = ([.at, .near] as [Option]).first(where: arguments.hasTyped) {
      guard !arguments.hasTyped(.bbox) else { throw Failure.conflict(.bbox, option) }
      query.box = nil
    }
    if query.hasShape {
      query.center = nil
    } else {
      query.radius = query.radius ?? Arguments.standardFetchRadius
    }
    var request = IndexFetchRequest(
      area: try query.area(),
      categories: query.categories.isEmpty ? [.any] : query.categories,
      output: ""
    )
    guard let output = arguments.output.path ?? world.fetchedIndexPath(named: query.areaName) else {
      throw Failure.noDefaultIndex
    }
    request.output = output
    request.makesDirectories = arguments.output.path == nil
    // Check everything else before geocoding a name.
    try await check(request, replacing: isUpdate)
    if isUpdate, world.files.exists(request.output) {
      _ = try await provider.indexes.summary(ofIndexAt: request.output)
    }
    let located = try await centerFinder.locate(query).query
    request.area = try located.area()
    try await fetch(request)
  }

  /// Updates the indexes one after the other; continues after failures and reports them.
  private func fetchAgain(_ requests: [IndexFetchRequest]) async throws {
    var failed: [String] = []
    for (number, request) in requests.enumerated() {
      do { try await fetch(request) } catch let error as IndexFileError where requests.count > 1 {
        if error.isCancellation { throw error }
        say("\(request.output) was not updated: \(error.failure.wording)")
        failed.append(request.output)
        // If the server blocks this program, don't query it for the remaining indexes.
        guard error.isRefusalOfClient, number + 1 < requests.count else { continue }
        failed += requests[(number + 1)...].map(\.output)
        break
      }
    }
    if !failed.isEmpty { throw Failure.someFetchesFailed(failed, of: requests.count) }
  }

  private func fetch(_ request: IndexFetchRequest) async throws {
    guard let useCase = try provider.makeFetchIndexUseCase() else { throw Failure.fetchWithoutArea }
    if arguments.has(.verbose) { console.say(context.sourceSentence + " Writing \(request.output).") }
    var request = request
    request.allowsLarge = arguments.has(.yes)
    request.attributes = arguments.index.rules.attributes
    request.area = request.area.unmeasured
    request.includesGround = !arguments.has(.noGround)
    let line = StatusLine(in: world, isWanted: arguments.wantsProgress(in: world))
    let report: IndexBuildReport
    do {
      defer { line?.finish() }
      defer { sayStoreErrors() }
      report = try await useCase.fetch(request) { line?.show(fetch: $0) }
    }
    report.fetchNotices.forEach(say)
    try write(report)
  }

  private func check(_ request: IndexFetchRequest, replacing: Bool) async throws {
    var build = IndexBuildRequest(inputs: [], output: request.output)
    build.isOutputDefault = request.makesDirectories
    build.replacesAnything = replacing
    try await check(build, isFetched: true)
  }

  /// Returns the named downloaded indexes, or all in the data directory, as requests to update them.
  private func updates(of names: [String]) async throws -> [IndexFetchRequest] {
    let source = [world.services.fetched?.title].compactMap(\.self)
    var summaries: [IndexSummary] = []
    for name in names {
      summaries.append(try await provider.indexes.summary(ofIndexAt: existingIndexPath(named: name)))
    }
    if names.isEmpty, let directory = world.dataDirectory {
      summaries = provider.indexes.fetchedIndexes(in: directory)
        .filter { $0.sources == source && $0.coverage.count == 1 }
      for listing in await provider.indexes.indexes(in: directory) {
        guard case .failure(let error) = listing.summary, !error.isOfOtherFile else { continue }
        let failure = Failure.downloadUnreadable(error, at: listing.path)
        guard !summaries.isEmpty else { throw failure }
        say("\(listing.path) was not updated: \(failure.wording)")
      }
    }
    guard !summaries.isEmpty else { throw Failure.nothingFetched }
    return try summaries.map { summary in
      // An index with several areas was merged from others, which can be updated instead.
      guard summary.sources == source, let area = summary.coverage.first, summary.coverage.count == 1 else {
        throw Failure.notFetched(summary.path)
      }
      return IndexFetchRequest(area: area, categories: summary.coveredCategories, output: summary.path)
    }
  }
}

extension IndexFileError {
  fileprivate var isCancellation: Bool { if case .fetchStopped(.cancelled, _) = self { true } else { false } }

  fileprivate var isRefusalOfClient: Bool { if case .fetchStopped(.clientRefused, _) = self { true } else { false } }
}

extension Query {
  /// The name of the shape's file, without directories and extension.
  private var shapeName: String {
    let name = drawn?.form.name ?? ""
    let file = name.split(separator: "/").last.map(String.init) ?? name
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return stem.isEmpty || stem == "-" ? "area" : stem
  }

  /// The file name of the area: the user's name for it, its size, and its categories.
  fileprivate var areaName: String {
    let name: String
    switch (box, center) {
    case (let box?, _): name = box.edgeText
    case _ where hasShape: name = shapeName
    case (_, .name(let text)): name = text.value
    case (_, .resolved(_, let found, _)): name = found
    case (_, .coordinate(let point)): name = "\(point.latitude.decimalText),\(point.longitude.decimalText)"
    default: name = "area"
    }
    let size = radius.map { DistanceFormatter.short($0.distance).filter { $0 != " " } }
    let words = [name] + [size].compactMap(\.self) + categories.map(\.slug)
    let isAllowed = { (character: Character) in character.isLetter || character.isNumber || "+.,-=".contains(character)
    }
    let parts = words.joined(separator: "-").lowercased().split { !isAllowed($0) }
    var file = parts.joined(separator: "-").drop { $0 == "." }
    while file.utf8.count > 200 { file.removeLast() }
    return String(file)
  }
}
