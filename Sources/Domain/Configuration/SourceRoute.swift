/// The source of a query.
public enum SourceRoute: Sendable, Hashable {
  case service(Service)
  /// Index files that are searched as one index.
  case index(paths: [String])
  case sample
}

/// The choice of a source and its reason.
///
/// Only this type chooses, from the user's options, the files on this machine, and the queries. It chooses before
/// anything is opened. If the source fails, no other source is tried.
public struct SourceDecision: Sendable {
  public let route: SourceRoute
  /// The downloaded index that was chosen because it contains the queries; `nil` for any other source.
  public let fetched: FetchedIndex?
  /// The index files that were named or contain the queries; empty if the default index answers.
  public let namedPaths: [String]
  /// The directory of downloaded indexes in which names are looked up too; `nil` if the source can look up names.
  public let namesDirectory: String?

  /// Chooses the source.
  ///
  /// - Parameters:
  ///   - configuration: The user's settings.
  ///   - services: All services. Without a choice, only the first service that takes a key is considered.
  ///   - queries: The queries, as far as they are known.
  ///   - fileExists: Whether a file exists; called only for the default index.
  ///   - fetchedIndex: Returns the smallest downloaded index that contains all queries, or a part of them. Without
  ///     queries, every index contains a part.
  /// - Throws: `.fileUnreadable` if an index is chosen but neither named nor available by default; `.sourceMissing` if
  ///   nothing is chosen and no source is available.
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
      // A second service with a key must be named.
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
  /// Whether the service has places in the area of a query.
  fileprivate func serves(_ query: PlaceQuery) -> Bool { area?.serves(query.area) ?? true }
}
