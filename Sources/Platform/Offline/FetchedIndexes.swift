import Domain
import PlaceIndex

/// Finds the indexes in a directory that declare the area for which they are complete.
extension IndexFiles {
  func fetchedIndex(for queries: [PlaceQuery], in directory: String, isWhole: Bool) -> FetchedIndex? {
    guard !queries.isEmpty || !isWhole else { return nil }
    var best: (size: Double, date: (String, Int64), path: String)?
    for (path, index) in Self.covering(in: directory) {
      let sizes = queries.compactMap { isWhole ? index.coverageSize(holding: $0) : Self.share(of: $0.area, in: index) }
      guard sizes.count == queries.count else { continue }
      let size = sizes.max() ?? 0
      let date = (DataTime.read(index.description.release) ?? "", index.description.builtAt)
      if let best, best.size < size || (best.size == size && best.date >= date) { continue }
      best = (size, date, path)
    }
    return best.map { FetchedIndex(path: $0.path, dataTime: $0.date.0.isEmpty ? nil : $0.date.0) }
  }

  func fetchedIndexes(in directory: String) -> [IndexSummary] { Self.covering(in: directory).map(\.index.summary) }

  /// Returns the indexes with a declared coverage, sorted by name; unreadable files are ignored.
  static func covering(in directory: String) -> [(path: String, index: PlaceIndex)] {
    let files = (try? StoreDirectory(path: directory).files()) ?? []
    // The default index isn't a downloaded one, whatever it declares.
    let names = files.map(\.name).filter { $0.hasSuffix(".pfx") && $0 != SourceConfiguration.defaultIndexName }
    return names.sorted().compactMap { name in
      let path = "\(directory)/\(name)"
      guard let index = try? PlaceIndex(contentsOf: path), !index.description.coverage.isEmpty else { return nil }
      return (path, index)
    }
  }

  /// Returns the rank of an index for an area: 0 if it covers the centre, 1 if it may cover another part; `nil` if it
  /// covers nothing.
  private static func share(of area: SearchArea, in index: PlaceIndex) -> Double? {
    if let center = area.center, index.covers(center) { return 0 }
    return !area.isEverywhere && index.reaches(area) ? 1 : nil
  }
}
