import Domain
import System

/// The source of a query with its settings, the reason for its choice, and the use cases over it.
struct ResolvedSource: Sendable {
  let source: Source
  /// The settings, including the source.
  let configuration: SourceConfiguration
  /// The downloaded index that was chosen because it contains the queries; `nil` for any other source.
  let fetched: FetchedIndex?
  let provider: any UseCaseProvider
  /// The origins of the key and of the index, in words.
  private let keyOrigin, indexOrigin: String
  private let world: World

  /// Makes a resolved source.
  init(
    _ choice: SourceResolver.Choice,
    _ configuration: SourceConfiguration,
    about queries: [PlaceQuery],
    by resolver: SourceResolver,
    provider: any UseCaseProvider
  ) {
    source = choice.source
    fetched = choice.fetched
    self.configuration = configuration
    self.provider = provider
    world = resolver.world
    let keyed = configuration.source?.service ?? world.services.keyed
    let keyPath = resolver.arguments.keyPath.map(DiskFiles.shownName)
    keyOrigin =
      keyed.flatMap { configuration[$0].key } == nil ? "no key" : "the key in \(keyPath ?? keyed?.key?.variable ?? "")"
    indexOrigin =
      resolver.arguments.has(.index)
      ? "named by --index"
      : fetched != nil
        ? queries.isEmpty ? "the newest downloaded index" : "which covers this area"
        : world[variable: .index] == nil ? "the default index" : "named by \(EnvironmentVariable.index.rawValue)"
  }

  /// The files that the source reads its places from.
  var files: [OutputGuard.Source] { source.indexPaths.map { OutputGuard.Source($0, as: .index) } }

  /// The source and the reason for its choice.
  var sentence: Notice {
    switch source {
    case .service(let service):
      "Querying \(configuration.shownAddress(of: service, in: world))\(service.key == nil ? "" : " with \(keyOrigin)")."
    case .index(let paths): "Searching \(paths.joined(separator: ", ")), \(indexOrigin)."
    case .sample: "Searching the bundled sample."
    }
  }

  /// The notice about a downloaded index that no option names; `nil` for another source.
  var notice: Notice? {
    fetched.map { index in
      "Using the downloaded index \(index.path)\(index.dataTime.map { " (data of \($0))" } ?? "")."
    }
  }
}

extension SourceConfiguration {
  /// Returns the address of a service's place search, without a login and without a key.
  func shownAddress(of service: Service, in world: World) -> String {
    let address = service.addresses.first.map(self[service].url) ?? service.address
    return RedactedText.of(address, hiding: [self[service].key].compactMap(\.self), in: world)
  }
}
