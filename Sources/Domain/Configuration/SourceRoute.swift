/// Which source answers, decided from a configuration.
///
/// Before that the command line may choose a fetched index that holds the area, and the provider opens what is
/// decided here. The decision is made before anything is opened; when the source then fails, no other one is tried.
public enum SourceRoute: Sendable, Hashable {
  /// A service.
  case service(Service)
  /// Files of places, which are asked as one.
  case index(paths: [String])
  /// The bundled sample.
  case sample

  /// Decides.
  ///
  /// - Parameters:
  ///   - configuration: The user's settings.
  ///   - services: The known services; a key chooses the first that takes one.
  ///   - fileExists: Whether there is a file at a path; called for the default index only.
  /// - Throws: `.fileUnreadable` when an index was chosen and neither one is named nor a default known.
  public init(
    choosing configuration: SourceConfiguration,
    among services: [Service],
    fileExists: (String) -> Bool
  ) throws(PlaceSearchError) {
    switch configuration.choice {
    case .service(let service):
      self = .service(service)
    case .index:
      let named = configuration.indexPaths
      guard let paths = named.isEmpty ? configuration.defaultIndexPath.map({ [$0] }) : named else {
        throw .fileUnreadable(path: "", reason: "no index file is named")
      }
      self = .index(paths: paths)
    case .sample:
      self = .sample
    case .auto:
      if !configuration.indexPaths.isEmpty {
        self = .index(paths: configuration.indexPaths)
      } else if configuration.key != nil, let service = services.first(where: { $0.key != nil }) {
        self = .service(service)
      } else if let path = configuration.defaultIndexPath, fileExists(path) {
        self = .index(paths: [path])
      } else {
        self = .sample
      }
    }
  }
}
