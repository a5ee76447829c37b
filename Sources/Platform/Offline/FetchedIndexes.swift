import Domain
import PlaceIndex

/// Finds the indexes of a directory that say of which area they hold every place.
extension IndexFiles: ChooseIndexUseCase {
  /// The default index is no fetched one, whatever it says.
  private static let defaultName = "places.pfx"

  func fetchedIndex(for queries: [PlaceQuery], in directory: String, isWhole: Bool) -> FetchedIndex? {
    guard !queries.isEmpty else { return nil }
    var best: (size: Double, date: (String, Int64), path: String)?
    for (path, index) in Self.indexes(in: directory) {
      let sizes = queries.compactMap { query in
        isWhole ? index.coverageSize(holding: query) : query.area.center.flatMap { index.covers($0) ? 0 : nil }
      }
      guard sizes.count == queries.count, let size = sizes.max() else { continue }
      let date = (index.description.release ?? "", index.description.builtAt)
      if let best, best.size < size || (best.size == size && best.date >= date) { continue }
      best = (size, date, path)
    }
    return best.map { FetchedIndex(path: $0.path, dataTime: $0.date.0.isEmpty ? nil : $0.date.0) }
  }

  func fetchedIndexes(in directory: String) -> [IndexSummary] { Self.indexes(in: directory).map(\.index.summary) }

  /// The indexes with a recorded coverage, by name; a file that cannot be read is none.
  static func indexes(in directory: String) -> [(path: String, index: PlaceIndex)] {
    let files = (try? StoreDirectory(path: directory).files()) ?? []
    return files.map(\.name).filter { $0.hasSuffix(".pfx") && $0 != defaultName }.sorted().compactMap { name in
      let path = "\(directory)/\(name)"
      guard let index = try? PlaceIndex(contentsOf: path), !index.description.coverage.isEmpty else { return nil }
      return (path, index)
    }
  }
}

/// Several indexes, in each of which a name is looked up; the first answers everything else.
struct SeveralIndexes: SearchUseCases {
  let all: [IndexedPlaces]
  private let first: IndexedPlaces

  init?(_ all: [IndexedPlaces]) {
    guard let first = all.first else { return nil }
    (self.all, self.first) = (all, first)
  }

  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    try await first.places(matching: query, on: page)
  }

  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    try await first.places(matching: query, limit: limit, progress: progress)
  }
}

extension SeveralIndexes: LocateUseCases {
  /// The candidates of each index in its order, first those of one whose best has that very name.
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    var answers: [LocatedPlaces] = []
    for places in all { answers.append(try await places.candidates(for: text, limit: limit)) }
    let isNamedSo = { (answer: LocatedPlaces) in
      answer.candidates.first?.name?.lowercased() == text.value.lowercased()
    }
    let sorted = answers.filter(isNamedSo) + answers.filter { !isNamedSo($0) }
    var known: Set<String> = []
    let found = sorted.flatMap(\.candidates).filter { known.insert("\($0.id) \($0.name ?? "")").inserted }
    return LocatedPlaces(
      candidates: Array(found.prefix(limit)),
      totalCount: max(found.count, sorted.reduce(0) { $0 + $1.totalCount }),
      similarNames: found.isEmpty ? Array(sorted.flatMap(\.similarNames).prefix(3)) : [],
      provenance: sorted.first { !$0.candidates.isEmpty }?.provenance ?? first.ownProvenance
    )
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try await first.address(of: coordinate)
  }
}
