import Domain
import PlaceIndex
import System

/// Builds, describes and verifies index files.
struct IndexFiles: IndexUseCase {
  /// The timeout of the lock for replacing an index.
  var lockTimeout = Duration.seconds(5)
  /// The services' names of kinds in their category paths.
  var pathNames: [Service.KindName] = []

  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    if request.trial == nil { try Self.prepareOutput(of: request) }
    // Read before the index, because a later addition by another process would be lost.
    let version = FileVersion(path: request.output)
    let replaced = try Self.index(atOutputOf: request)
    let existing = request.addsToOutput && request.trial == nil ? replaced : nil
    var description = Self.description(of: request)
    let inputs = try request.inputs.map { (path) throws(IndexFileError) in
      try NamedInput(path, in: request)
    }
    var gone = Set(inputs.flatMap(\.names))
    if let existing {
      let removed = try request.removedInput.map { (word) throws(IndexFileError) in try Self.input(word, of: existing) }
      // An input that is read again keeps its position.
      description.inputs = existing.description.inputs.filter { $0.name != removed }.map { IndexInput($0.name) }
      if let removed { gone.insert(removed) }
    }
    var importer = PlaceImporter(description: description)
    if request.trial == .beginning { importer.maximumByteCount = Self.trialByteCount }
    importer.spoolPath = "\(request.output).\(getpid()).spool"
    let existingBytes = existing == nil ? 0 : Self.size(of: request.output)
    let bytesTotal = existingBytes + inputs.reduce(0) { $0 + Self.size(of: $1.path) }
    func continues(_ bytes: Int, _ places: Int) -> Bool {
      progress?(IndexBuildProgress(bytesRead: bytes, bytesTotal: bytesTotal, places: places))
      return !Task.isCancelled
    }
    // Existing places keep their categories.
    if let existing { try importer.read(existing, without: gone, isTrusted: true) { continues($0, $1) } }
    var bytesBefore = existingBytes
    if request.inputs.isEmpty, request.removedInput == nil { importer.builder.declare(request.coverage) }
    for input in inputs {
      let before = bytesBefore
      let earlier = (request.addsToOutput ? replaced : nil)?.description.inputs.first { $0.name == input.origin.name }
      importer.earlierColumns = earlier?.mapping?.storedChoice ?? ColumnChoice()
      var origin = input.origin.isReplaceable ? input.origin : importer.builder.unique(input.origin)
      let rules = Self.rules(forInput: input.path, of: request, after: earlier)
      origin.rules = ImportRules(text: rules.text)
      importer.rules = rules
      importer.rules.language = rules.language ?? request.defaultLanguage
      importer.rules.pathNames = pathNames
      try importer.read(path: input.path, as: origin) { continues(before + $0, $1) }
      if let license = request.license { importer.builder.setLicense(license, ofInput: origin.name) }
      if let earlier { importer.builder.keepNotice(of: earlier, forInput: origin.name) }
      bytesBefore += Self.size(of: input.path)
    }
    let reports = importer.inputs.dropFirst(existing == nil ? 0 : 1)
    try Self.check(importer, reports, for: request)
    let times = importer.builder.description.inputs.map(\.modifiedAtSeconds)
    importer.builder.description.newestInputAt = request.modifiedAtSeconds ?? times.max() ?? 0
    let changes = try existing.map { (existing) throws(IndexFileError) in
      try importer.builder.changes(from: existing, ofInputs: gone)
    }
    let index =
      request.trial != nil
      ? try importer.builder.makeIndex(name: request.output)
      : try IndexOutput(path: request.output).write(importer.builder, lockTimeout: lockTimeout) {
        !request.addsToOutput || FileVersion(path: request.output) == version
      }
    var report = Self.report(on: index, by: importer, of: request, names: Set(inputs.flatMap(\.names)))
    report.inputs = Self.settled(reports, in: report.summary)
    report.replaced = report.isTrial ? nil : replaced?.summary
    report.changes = changes ?? []
    return report
  }

  /// Returns the reports on inputs without the remarks of pages that are a whole result together with pages of the
  /// existing index.
  private static func settled(_ reports: ArraySlice<InputReport>, in summary: IndexSummary) -> [InputReport] {
    let remarks = Set(summary.inputs.compactMap(\.remark))
    return reports.map { input in
      var input = input
      if let remark = input.remark, !remarks.contains(remark) { input.remark = nil }
      return input
    }
  }

  /// Throws an error if there are no places, or if a strict build would leave something out.
  private static func check(
    _ importer: borrowing PlaceImporter,
    _ reports: ArraySlice<InputReport>,
    for request: IndexBuildRequest
  ) throws(IndexFileError) {
    guard importer.builder.placeCount > 0 else {
      throw .noPlaces(skipped: importer.skipped, inputs: importer.inputs)
    }
    guard request.isStrict else { return }
    guard importer.skipped.isEmpty else { throw .rowsSkipped(importer.skipped) }
    if let bad = reports.first(where: { $0.isMostlyUngrouped || $0.isMostlyUnnamed }) { throw .rowsUnidentified(bad) }
  }

  /// Reports the contents of a new index, and what its build skipped and merged.
  private static func report(
    on index: PlaceIndex,
    by importer: borrowing PlaceImporter,
    of request: IndexBuildRequest,
    names: Set<String>
  ) -> IndexBuildReport {
    var report = IndexBuildReport(
      summary: index.summary,
      rowCount: importer.rowCount,
      mergedCount: importer.builder.mergedCount,
      skipped: importer.skipped
    )
    report.isTrial = request.trial != nil
    if report.isTrial { report.examples = importer.builder.firstPlaces(exampleCount) }
    report.swappedInputs = index.swappedInputs(among: names)
      .map { IndexBuildReport.SwappedInput(name: $0.name, bounds: $0.bounds) }
    report.emptyCoverage = request.coverage.filter { area in
      let query = try? PlaceQuery(categories: [.any], area: area, limit: .nothing)
      return query.map { !index.hasPlaces(matching: $0, in: area) } ?? false
    }
    report.clashes = importer.builder.clashes
    report.isAddition = request.addsToOutput
    return report
  }

  /// Returns the index at the output; `nil` if there is none.
  ///
  /// - Throws: An error if its places must be kept but it can't be read, because it would be replaced; or if an input
  ///   must be removed but there is no index.
  private static func index(atOutputOf request: IndexBuildRequest) throws(IndexFileError) -> PlaceIndex? {
    let isFile = try IndexOutput(path: request.output).exists()
    if request.addsToOutput, isFile, try PlaceIndex.isIndex(path: request.output) || request.removedInput != nil {
      return try PlaceIndex(contentsOf: request.output)
    }
    guard request.removedInput == nil else {
      throw .unreadable(path: request.output, reason: "No such file or directory")
    }
    return try? PlaceIndex(contentsOf: request.output)
  }

  /// Returns the input of an index that a word names: its name, its path, or the last component of its path.
  private static func input(_ word: String, of index: PlaceIndex) throws(IndexFileError) -> String {
    let names = index.description.inputs.map(\.name)
    let short = index.description.inputs.filter { $0.shortName == word }.map(\.name)
    let name =
      [word, NamedInput.absolute(word)].first { names.contains($0) } ?? (short.count == 1 ? short.first : nil)
    guard let name else { throw .noInput(path: index.summary.path, word: word, known: names) }
    guard names.count > 1 else { throw .onlyInput(path: index.summary.path, name: name) }
    return name
  }

  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary {
    try PlaceIndex(contentsOf: path).summary
  }

  func categories(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexCategory] {
    let indexes = try paths.map { (path) throws(IndexFileError) in try PlaceIndex(contentsOf: path) }
    return try PlaceIndexBuilder.join(indexes).categories()
  }

  func attributeKeys(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexKey] {
    let indexes = try paths.map { (path) throws(IndexFileError) in try PlaceIndex(contentsOf: path) }
    return try PlaceIndexBuilder.join(indexes).attributeKeys
  }

  func indexes(in directory: String) async -> [IndexListing] {
    let files = (try? StoreDirectory(path: directory).files()) ?? []
    return files.map(\.name).filter { $0.hasSuffix(".pfx") }.sorted().map { name in
      let path = "\(directory)/\(name)"
      return IndexListing(
        path: path,
        summary: Result { () throws(IndexFileError) in try PlaceIndex(contentsOf: path).summary }
      )
    }
  }

  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary {
    let index = try PlaceIndex(contentsOf: path)
    try index.verify()
    return index.summary
  }

  /// Rejects replacing a file that isn't an index, and creates the directory of the default index.
  private static func prepareOutput(of request: IndexBuildRequest) throws(IndexFileError) {
    if !request.replacesAnything, try IndexOutput(path: request.output).exists() {
      guard try PlaceIndex.isIndex(path: request.output) else { throw .outputNotAnIndex(path: request.output) }
    }
    guard request.isOutputDefault else { return }
    // A failure is reported when the index is written.
    if let end = request.output.lastIndex(of: "/") { FilePath.makeDirectories(String(request.output[..<end])) }
  }

  private static func description(of request: IndexBuildRequest) -> IndexDescription {
    var description = IndexDescription()
    description.release = request.release
    description.coverage = request.coverage
    return description
  }

  /// Returns the rules for an input, completed by those of an earlier import of it.
  private static func rules(
    forInput path: String,
    of request: IndexBuildRequest,
    after earlier: IndexInput?
  ) -> ImportRules {
    var rules = request.rules
    if let category = request.categoriesByInput[path] { rules.forcedCategory = category }
    rules.includesGround = rules.includesGround && request.trial == nil
    return earlier.map { rules.completed(by: $0.rules) } ?? rules
  }

  /// The number of bytes of each input that a trial of its beginning reads.
  private static let trialByteCount = 1 << 20
  /// The number of places that a trial shows.
  private static let exampleCount = 10

  /// Returns the size of a file in bytes; 0 for other files such as pipes.
  private static func size(of path: String) -> Int {
    let status = try? path == "-" ? FileStatus(descriptor: STDIN_FILENO) : FileStatus(path: path)
    return status.map { $0.isRegular ? $0.byteCount : 0 } ?? 0
  }
}
