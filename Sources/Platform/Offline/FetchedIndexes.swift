import Domain
import PlaceIndex

/// Finds the indexes in a directory that declare the area for which they are complete.
extension IndexFiles {
  func fetchedIndex(
    for queries: [PlaceQuery],
    in directory: String,
    isWhole: Bool,
    reportUnreadable: (IndexFileError) -> Void
  ) -> FetchedIndex? {
    guard !queries.isEmpty || !isWhole else { return nil }
    var best: (size: Double, date: (String, Int64), path: String)?
    for (path, index) in Self.covering(in: directory, reportUnreadable: reportUnreadable) {
      let sizes = queries.compactMap { isWhole ? index.coverageSize(holding: $0) : Self.share(of: $0.area, in: index) }
      guard sizes.count == queries.count || !isWhole && !sizes.isEmpty else { continue }
      // Of several that cover a part, the one with the most queries is the best.
      let size = (sizes.max() ?? 0) + 2 * Double(queries.count - sizes.count)
      let date = (DataTime.read(index.description.release) ?? "", index.description.newestInputAt)
      if let best, best.size < size || (best.size == size && best.date >= date) { continue }
      best = (size, date, path)
    }
    return best.map { FetchedIndex(path: $0.path, dataTime: $0.date.0.isEmpty ? nil : $0.date.0) }
  }

  func fetchedIndexes(in directory: String) -> [IndexSummary] { Self.covering(in: directory).map(\.index.summary) }

  /// Returns the readable indexes with a declared coverage, sorted by name.
  static func covering(
    in directory: String,
    reportUnreadable: (IndexFileError) -> Void = { _ in }
  ) -> [(path: String, index: PlaceIndex)] {
    var found: [(path: String, index: PlaceIndex)] = []
    do throws(IndexFileError) {
      for path in try paths(in: directory) {
        do throws(IndexFileError) {
          if let index = try covering(at: path) { found.append((path, index)) }
        } catch { reportUnreadable(error) }
      }
    } catch { reportUnreadable(error) }
    return found
  }

  private static func paths(in directory: String) throws(IndexFileError) -> [String] {
    let names: [String]
    do throws(StoreError) { names = try StoreDirectory(path: directory).files().map(\.name) } catch {
      guard case .unreadable(let path, let reason) = error else { return [] }
      throw .unreadable(path: path, reason: reason)
    }
    // The default index isn't a downloaded one, whatever it declares.
    return names.filter { $0.hasSuffix(".pfx") && $0 != SourceConfiguration.defaultIndexName }.sorted()
      .map { "\(directory)/\($0)" }
  }

  /// Opens an index; `nil` if it declares no coverage, or the file is something else, such as a certificate.
  private static func covering(at path: String) throws(IndexFileError) -> PlaceIndex? {
    do throws(IndexFileError) {
      let index = try PlaceIndex(contentsOf: path)
      return index.description.coverage.isEmpty ? nil : index
    } catch {
      guard error.isOfOtherFile else { throw error }
      return nil
    }
  }

  /// Returns the rank of an index for an area: 0 if it covers the centre, 1 if it may cover another part; `nil` if it
  /// covers nothing.
  private static func share(of area: SearchArea, in index: PlaceIndex) -> Double? {
    if let center = area.center, index.covers(center) { return 0 }
    return !area.isEverywhere && index.reaches(area) ? 1 : nil
  }
}
