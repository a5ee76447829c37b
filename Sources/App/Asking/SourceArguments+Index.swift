import Domain

extension SourceArguments {
  /// Chooses the index that answers, where an index does.
  ///
  /// An index that the environment names must exist; the default one may be missing.
  ///
  /// - Returns: The fetched index that was chosen because it holds the queries.
  static func chooseIndex(
    for options: inout SourceConfiguration,
    in world: World,
    about queries: [PlaceQuery],
    _ indexes: () -> any ChooseIndexUseCase
  ) throws(Failure) -> FetchedIndex? {
    let named = world[variable: .index]
    options.defaultIndexPath = named ?? world.defaultIndexPath
    guard options.indexPath == nil else { return nil }
    switch options.choice {
    case .auto:
      if options.key == nil {
        options.fetchedDirectory = world.dataDirectory
      } else if queries.allSatisfy({ world.services.keyed?.serves($0) ?? false }) {
        return nil
      }
      func fetched(isWhole: Bool) -> FetchedIndex? {
        guard !queries.isEmpty, let directory = world.dataDirectory else { return nil }
        return indexes().fetchedIndex(for: queries, in: directory, isWhole: isWhole)
      }
      if let index = fetched(isWhole: true) {
        options.indexPath = index.path
        return index
      }
      options.indexPath = named
      if named == nil, let path = options.defaultIndexPath, world.files.exists(path) {
        // With a key, the service would be asked.
        if options.key != nil { options.indexPath = path }
      } else if named == nil, let index = fetched(isWhole: false) {
        // Better than the sample: a part of the answer.
        options.indexPath = index.path
        return index
      }
    case .index:
      options.indexPath = named ?? world.defaultIndexPath
      if options.indexPath == nil { throw Failure.indexUnnamed }
    default: break
    }
    return nil
  }
}

extension Service {
  /// Whether it has places where a query looks for them.
  fileprivate func serves(_ query: PlaceQuery) -> Bool {
    area?.serves(query.area) ?? true
  }
}
