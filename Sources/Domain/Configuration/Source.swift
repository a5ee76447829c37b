/// A source of places.
public enum Source: Sendable, Hashable {
  case service(Service)
  /// Index files that are searched as one index.
  case index([String])
  /// The bundled, fictional sample.
  case sample

  /// An index without named files.
  public static var index: Source { .index([]) }

  /// The word for the source, such as `index`.
  public var name: String {
    switch self {
    case .service(let service): service.name
    case .index: "index"
    case .sample: "sample"
    }
  }

  /// All sources, in the order of the help.
  public static func all(_ services: [Service]) -> [Source] { services.map(Source.service) + [.index, .sample] }

  /// The source with a name; `nil` if the name is unknown.
  public init?(name: String, among services: [Service]) {
    guard let source = Self.all(services).first(where: { $0.name == name }) else { return nil }
    self = source
  }

  /// The service; `nil` for a source on this machine.
  public var service: Service? { if case .service(let service) = self { service } else { nil } }

  /// The index files; none for another source.
  public var indexPaths: [String] { if case .index(let paths) = self { paths } else { [] } }

  /// Whether a result costs requests to a service.
  public var isMetered: Bool { service != nil }
}
