import Domain

/// The choice of a source, before anything is opened. If the source fails, no other source is tried.
extension SourceResolver {
  /// A source and the reason for its choice.
  struct Choice: Sendable {
    let source: Source
    /// The downloaded index that was chosen because it contains the queries.
    var fetched: FetchedIndex?
    /// The directory of downloaded indexes in which names are looked up too; `nil` if the source can look up names.
    var namesDirectory: String?
  }

  /// Chooses the source of some queries.
  ///
  /// - Parameters:
  ///   - settings: The settings, with the source if it is named.
  ///   - queries: The queries, as far as they are known.
  /// - Returns: The source and the reason for it.
  /// - Throws: An error if an index is chosen but neither named nor available by default, or if there is no source.
  func choice(by settings: SourceConfiguration, about queries: [PlaceQuery]) throws(Failure) -> Choice {
    switch settings.source {
    case .index(let named)?:
      guard let paths = named.isEmpty ? standardIndexPath.map({ [$0] }) : named else { throw .indexUnnamed }
      try checkNames(in: paths)
      return Choice(source: .index(paths))
    case .service?, .sample?:
      return Choice(source: settings.source ?? .sample)
    case nil:
      // A second service with a key must be named.
      let keyed = world.services.keyed.flatMap { settings[$0].key == nil ? nil : $0 }
      var choice = try automaticChoice(keyed, about: queries)
      try checkNames(in: choice.source.indexPaths)
      if keyed == nil { choice.namesDirectory = world.dataDirectory }
      return choice
    }
  }

  private func automaticChoice(_ keyed: Service?, about queries: [PlaceQuery]) throws(Failure) -> Choice {
    if let keyed, queries.allSatisfy(keyed.serves) { return Choice(source: .service(keyed)) }
    var unreadable: [IndexFileError] = []
    let index = indexChoice(about: queries, skipping: &unreadable)
    guard let choice = index ?? keyed.map({ Choice(source: .service($0)) }) else {
      throw unreadable.first.map { Failure($0) } ?? Failure(PlaceSearchError.sourceMissing(world.services))
    }
    warn(of: unreadable)
    return choice
  }

  private func indexChoice(about queries: [PlaceQuery], skipping unreadable: inout [IndexFileError]) -> Choice? {
    if let index = fetchedIndex(about: queries, isWhole: true, skipping: &unreadable) { return index }
    if let path = standardIndexPath, world[variable: .index] != nil || world.files.exists(path) {
      return Choice(source: .index([path]))
    }
    // An index of a part of the area is better than no source.
    return fetchedIndex(about: queries, isWhole: false, skipping: &unreadable)
  }

  /// The index to use if no index is named; the file may be missing.
  private var standardIndexPath: String? { world[variable: .index] ?? world.defaultIndexPath }

  /// Returns the smallest downloaded index that contains all queries, or a part of them; without queries, every index
  /// contains a part.
  private func fetchedIndex(
    about queries: [PlaceQuery],
    isWhole: Bool,
    skipping unreadable: inout [IndexFileError]
  ) -> Choice? {
    guard !queries.isEmpty || !isWhole, let directory = world.dataDirectory else { return nil }
    let index = indexes.fetchedIndex(for: queries, in: directory, isWhole: isWhole) { unreadable.append($0) }
    return index.map { Choice(source: .index([$0.path]), fetched: $0) }
  }

  /// Warns of the downloaded indexes in which a name can't be looked up.
  func checkIndexesOfNames() {
    guard (try? open().configuration.fetchedDirectory) != nil else { return }
    var unreadable: [IndexFileError] = []
    _ = fetchedIndex(about: [], isWhole: false, skipping: &unreadable)
    warn(of: unreadable)
  }

  /// Finds the downloaded indexes, whatever the source is.
  private var indexes: any IndexUseCase { (cache.any ?? makeProvider(SourceConfiguration())).indexes }

  /// Rejects a name that is neither a file nor an index in the data directory.
  private func checkNames(in paths: [String]) throws(Failure) {
    let isMissing = { [world] (path: String) in
      path != "-" && !path.contains("/") && !path.contains(".") && !world.files.exists(path)
    }
    guard let name = paths.first(where: isMissing), let directory = world.dataDirectory else { return }
    throw .indexMissing(name, known: indexes.fetchedIndexes(in: directory).map(\.path))
  }
}

extension Service {
  /// Returns whether the service has places in the area of a query.
  fileprivate func serves(_ query: PlaceQuery) -> Bool { area?.serves(query.area) ?? true }
}
