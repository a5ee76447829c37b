/// The source of a query.
public enum SourceRoute: Sendable, Hashable {
  /// A service.
  case service(Service)
  /// Files of places, which are asked as one.
  case index(paths: [String])
  /// The bundled sample.
  case sample
}

/// Which source answers and why: decided here alone, from what was typed, what is kept on this machine, and what is
/// asked.
///
/// The decision is made before anything is opened; when the source then fails, no other one is tried.
public struct SourceDecision: Sendable {
  /// The source.
  public let route: SourceRoute
  /// The fetched index that was chosen because it holds the queries; `nil` for any other source.
  public let fetched: FetchedIndex?
  /// The index files that were named, or chosen because they hold the queries; none where the default one answers.
  public let namedPaths: [String]
  /// The directory of the fetched indexes in which names are looked up too; `nil` where the source knows them.
  public let namesDirectory: String?

  /// Decides.
  ///
  /// - Parameters:
  ///   - configuration: The user's settings.
  ///   - services: The known services; without a choice, only the first that takes a key is asked, where there is one.
  ///   - queries: What is asked, as far as it is known.
  ///   - fileExists: Whether there is a file at a path; called for the default index only.
  ///   - fetchedIndex: The smallest fetched index that holds the queries, all of them or a part. Without queries, any
  ///     of them as the part.
  /// - Throws: `.fileUnreadable` if an index was chosen and neither one is named nor a default known; `.sourceMissing`
  ///   if nothing was chosen and there is nothing to choose from.
  public init(
    of configuration: SourceConfiguration,
    among services: [Service],
    about queries: [PlaceQuery] = [],
    fileExists: (String) -> Bool,
    fetchedIndex: (_ isWhole: Bool) -> FetchedIndex? = { _ in nil }
  ) throws(PlaceSearchError) {
    let named = configuration.indexPaths
    switch configuration.choice {
    case .service(let service):
      self.init(.service(service), namedPaths: named)
    case .sample:
      self.init(.sample, namedPaths: named)
    case .index:
      guard let paths = named.isEmpty ? configuration.defaultIndexPath.map({ [$0] }) : named else {
        throw .fileUnreadable(path: "", reason: "no index file is named")
      }
      self.init(.index(paths: paths), namedPaths: paths)
    case .auto where !named.isEmpty:
      self.init(.index(paths: named), namedPaths: named)
    case .auto:
      // A second service with a key is asked only where it is named.
      let keyed = services.first { $0.key != nil }.flatMap { configuration[$0].key == nil ? nil : $0 }
      try self.init(automatic: configuration, keyed, among: services, about: queries, fileExists, fetchedIndex)
    }
  }

  private init(
    automatic configuration: SourceConfiguration,
    _ keyed: Service?,
    among services: [Service],
    about queries: [PlaceQuery],
    _ fileExists: (String) -> Bool,
    _ fetchedIndex: (Bool) -> FetchedIndex?
  ) throws(PlaceSearchError) {
    let names = keyed == nil ? configuration.fetchedDirectory : nil
    let standard = configuration.defaultIndexPath
    if let keyed, queries.allSatisfy(keyed.serves) {
      self.init(.service(keyed))
    } else if let index = fetchedIndex(true) {
      self.init(index, namesDirectory: names)
    } else if let standard, configuration.namesDefaultIndex {
      self.init(.index(paths: [standard]), namedPaths: [standard], namesDirectory: names)
    } else if let standard, fileExists(standard) {
      self.init(.index(paths: [standard]), namedPaths: keyed == nil ? [] : [standard], namesDirectory: names)
    } else if let index = fetchedIndex(false) {
      // A part of the places is better than none.
      self.init(index, namesDirectory: names)
    } else if let keyed {
      self.init(.service(keyed))
    } else {
      throw .sourceMissing(services)
    }
  }

  private init(_ index: FetchedIndex, namesDirectory: String?) {
    self.init(
      .index(paths: [index.path]),
      fetched: index,
      namedPaths: [index.path],
      namesDirectory: namesDirectory
    )
  }

  private init(
    _ route: SourceRoute,
    fetched: FetchedIndex? = nil,
    namedPaths: [String] = [],
    namesDirectory: String? = nil
  ) {
    self.route = route
    self.fetched = fetched
    self.namedPaths = namedPaths
    self.namesDirectory = namesDirectory
  }
}

extension Service {
  /// Whether it has places where a query looks for them.
  fileprivate func serves(_ query: PlaceQuery) -> Bool { area?.serves(query.area) ?? true }
}
