import Domain
import Rows

extension ImportFormat {
  /// Data compressed by gzip.
  static let gzip = ImportFormat(.package, where: { $0.signature == .gzip }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readGzip(&window, progress)
  }
}

extension ImportFormat {
  static let archive = ImportFormat(.package, where: { $0.signature == .zip }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readArchive(&window, progress)
  }
}

extension PlaceImporter {
  mutating func readGzip(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    let path = window.path
    try window.decompress()
    do throws(IndexFileError) {
      try read(&window, category: header.forced, progress: progress)
    } catch {
      // `tar -xf` decompresses the file itself; other programs need the decompressed file.
      guard case .foreignFormat(_, nil, let format) = error, format != .tar, path.hasSuffix(".gz") else { throw error }
      throw .foreignFormat(path: String(path.dropLast(3)), archive: path, format)
    }
  }

  /// Reads the files of an archive that contain places; other files are skipped and reported.
  mutating func readArchive(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    let path = window.path
    let category = header.forced
    guard archiveDepth < ZipArchive.maximumDepth else { throw .archiveUnusable(path: path, .nestedTooDeep) }
    archiveDepth += 1
    if archiveDepth == 1 { archivePath = path }
    defer {
      archiveDepth -= 1
      if archiveDepth == 0 { archivePath = nil }
    }
    let archive = ZipArchive(window.rest, path: path)
    var ignoredEntries: [(entry: String, error: IndexFileError)] = []
    let inputCount = inputs.count
    let outerRoutes = routes
    defer { routes = outerRoutes }
    var feeds = TransitFeeds()
    while let entry = try archive.next() {
      var content = InputWindow(entry.content, path: "\(path)/\(entry.name)")
      if try feeds.take(entry.name, &content) { continue }
      routes = feeds.routes(of: entry.name)
      if let error = try readEntry(entry.name, of: path, content: &content, category: category, progress: progress) {
        ignoredEntries.append((entry.name, error))
      }
    }
    for (name, bytes) in feeds.stops {
      var content = InputWindow(JoinedStream(bytes), path: "\(path)/\(name)")
      routes = feeds.routes(of: name)
      if let error = try readEntry(name, of: path, content: &content, category: category, progress: progress) {
        ignoredEntries.append((name, error))
      }
    }
    guard let last = inputs.indices.last, inputs.count > inputCount else {
      // The error of the file that most resembles places is the most useful.
      let error = ignoredEntries.max { Self.closeness($0.error) < Self.closeness($1.error) }
      throw error?.error ?? .archiveUnusable(path: path, .empty)
    }
    // The report on the last file with places lists the skipped files.
    inputs[last].ignoredEntries += ignoredEntries.map(\.entry)
  }

  /// Reads a file of an archive; returns the reason why it has no places, if other files may have some.
  private mutating func readEntry(
    _ name: String,
    of archive: String,
    content: inout InputWindow,
    category: PlaceCategory?,
    progress: Progress?
  ) throws(IndexFileError) -> IndexFileError? {
    let rowCountBefore = rowCount
    do throws(IndexFileError) {
      try read(&content, category: category, progress: progress)
      return nil
    } catch {
      switch error {
      case .foreignFormat(let inner, let innerArchive, let format):
        return .foreignFormat(path: innerArchive == nil ? name : inner, archive: archive, format)
      // A table that is rejected because of its rows contains places, and some of them are already in the builder.
      case .unknownFormat where rowCount == rowCountBefore, .coordinatesMissing where rowCount == rowCountBefore,
        .otherEncoding where rowCount == rowCountBefore,
        .archiveUnusable(_, .empty):
        return error
      default: throw error
      }
    }
  }

  /// Returns a measure of how much a file without places resembles one with places; in a shapefile, the part with the
  /// geometry is closest.
  private static func closeness(_ error: IndexFileError) -> Int {
    switch error {
    case .foreignFormat(let path, _, .shapefile): path.lowercased().hasSuffix(".shp") ? 3 : 2
    case .otherEncoding: 1
    case .foreignFormat: 2
    default: 0
    }
  }
}
