import Domain
import PlaceIndex

/// Builds, describes and verifies index files.
struct IndexFiles: BuildIndexUseCase, InspectIndexUseCase, VerifyIndexUseCase {
  /// The timeout of the lock under which an index is put in place.
  var lockTimeout = LockTimeout(limit: .seconds(5))

  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    try Self.prepareOutput(of: request)
    // Before it is read: what another process adds to it from now on would be lost.
    let version = FileVersion(path: request.output)
    let replaced = try Self.summary(ofOutput: request)
    let kept = request.addsToOutput && replaced != nil ? [request.output] : []
    let description = Self.description(of: request, sources: kept + request.inputs)
    var importer = PlaceImporter(description: description, rules: Self.rules(of: request))
    let bytesTotal = (kept + request.inputs).reduce(0) { $0 + Self.size(of: $1) }
    var bytesBefore = 0
    for (position, input) in (kept + request.inputs).enumerated() {
      let before = bytesBefore
      // The places that are kept keep their categories.
      let category = position < kept.count ? nil : request.categoriesByInput[input] ?? request.forcedCategory
      try importer.read(path: input, category: category) { bytes, places in
        progress?(IndexBuildProgress(bytesRead: before + bytes, bytesTotal: bytesTotal, places: places))
        return !Task.isCancelled
      }
      bytesBefore += Self.size(of: input)
    }
    guard importer.builder.placeCount > 0 else { throw .noPlaces(skipped: importer.skipped) }
    guard !request.isStrict || importer.skipped.isEmpty else { throw .rowsSkipped(importer.skipped) }
    let inputs = importer.inputs.dropFirst(kept.count)
    if request.isStrict, let bad = inputs.first(where: { $0.isMostlyUngrouped || $0.isMostlyUnnamed }) {
      throw .rowsUnidentified(bad)
    }
    if request.license == nil { Self.addLicenses(of: importer.inputs, to: importer.builder) }
    let index = try write(importer.builder, to: request.output) {
      !request.addsToOutput || FileVersion(path: request.output) == version
    }
    var report = IndexBuildReport(
      summary: index.summary,
      rowCount: importer.rowCount,
      mergedCount: importer.builder.mergedCount,
      skipped: importer.skipped
    )
    (report.inputs, report.clashes) = (Array(inputs), importer.builder.clashes)
    (report.replaced, report.isAddition) = (replaced, request.addsToOutput)
    return report
  }

  /// Writes an index, and puts it in place under the lock of its directory: nothing comes there between the check and that.
  private func write(
    _ builder: PlaceIndexBuilder,
    to path: String,
    if isCurrent: () -> Bool
  ) throws(IndexFileError) -> PlaceIndex {
    let lock = Self.lock(ofDirectoryOf: path)
    defer { lock?.release() }
    var isRefused = false
    do throws(IndexFileError) {
      return try builder.write(to: path) {
        do throws(FileLock.Refusal) { try lock?.acquire(within: lockTimeout) } catch {
          // Some file systems have no locks for directories: the check alone then has to do.
          if case .timedOut = error { isRefused = true }
        }
        return !isRefused && isCurrent()
      }
    } catch {
      throw isRefused ? .locked(path: path) : error
    }
  }

  /// Opens the directory in which a file is, or is going to be, so that it can be locked; `nil` when that fails.
  private static func lock(ofDirectoryOf path: String) -> FileLock? {
    var target = path
    if let resolved = unsafe realpath(path, nil) {
      target = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    let directory = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? nil : FileLock(taking: descriptor)
  }

  /// Whether there is a file at a path.
  ///
  /// - Throws: When the system does not tell: a file that cannot be looked at must not be taken for none and replaced.
  private static func hasFile(at path: String) throws(IndexFileError) -> Bool {
    guard unsafe access(path, F_OK) != 0 else { return true }
    let error = SystemError(number: errno)
    guard error.number == ENOENT || error.number == ENOTDIR else {
      throw .unreadable(path: path, reason: error.reason)
    }
    return false
  }

  /// Summarizes the index at the output; `nil` when there is none.
  ///
  /// - Throws: When its places are to stay and it cannot be read: otherwise adding to it would replace it.
  private static func summary(ofOutput request: IndexBuildRequest) throws(IndexFileError) -> IndexSummary? {
    guard request.addsToOutput, try hasFile(at: request.output), try PlaceIndex.isIndex(path: request.output)
    else { return try? PlaceIndex(contentsOf: request.output).summary }
    return try PlaceIndex(contentsOf: request.output).summary
  }

  /// Adds the licences of known datasets to the description.
  private static func addLicenses(of inputs: [InputReport], to builder: PlaceIndexBuilder) {
    for license in inputs.compactMap(\.license) {
      let known = builder.description.license
      guard known?.contains(license) != true else { continue }
      builder.description.license = known.map { "\($0); \(license)" } ?? license
    }
  }

  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary {
    try PlaceIndex(contentsOf: path).summary
  }

  func categories(ofIndexAt path: String) async throws(IndexFileError) -> [IndexCategory] {
    try PlaceIndex(contentsOf: path).categories()
  }

  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary {
    let index = try PlaceIndex(contentsOf: path)
    try index.verify()
    return index.summary
  }

  /// Refuses to replace a file that is not an index, and creates the directory of the default index.
  private static func prepareOutput(of request: IndexBuildRequest) throws(IndexFileError) {
    if !request.replacesAnything, try hasFile(at: request.output) {
      guard try PlaceIndex.isIndex(path: request.output) else { throw .outputNotAnIndex(path: request.output) }
    }
    guard request.isOutputDefault else { return }
    // A failure shows when the index is written.
    if let end = request.output.lastIndex(of: "/") { makeDirectories(String(request.output[..<end])) }
  }

  private static func description(of request: IndexBuildRequest, sources: [String]) -> IndexDescription {
    var description = IndexDescription()
    description.sources = sources.map(source)
    description.attribution = request.attribution
    description.license = request.license
    description.release = request.release
    description.coverage = request.coverage
    description.builtAt = request.builtAtSeconds ?? Int64(time(nil))
    return description
  }

  private static func rules(of request: IndexBuildRequest) -> ImportRules {
    var rules = ImportRules()
    rules.forcedCategory = request.forcedCategory
    rules.minimumConfidence = request.minimumConfidence
    rules.includesClosed = request.includesClosed
    rules.grid = request.grid
    rules.columns = request.columns
    rules.language = request.language
    return rules
  }

  /// Returns the name of a source in an index: a file's name without the directory.
  private static func source(_ path: String) -> String {
    if path == "-" || path == "/dev/stdin" { return "standard input" }
    if path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") { return "a pipe" }
    return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Returns the size of a file in bytes; 0 for what has none, such as a pipe.
  private static func size(of path: String) -> Int {
    let status = try? path == "-" ? FileStatus(descriptor: STDIN_FILENO) : FileStatus(path: path, followsLink: true)
    return status.map { $0.isRegular ? $0.byteCount : 0 } ?? 0
  }
}
