import Domain
import PlaceIndex

extension UseCaseProvider {
  /// Returns the place with an id from cached responses, or from the service in use.
  func servicePlace(withID id: String) async throws(PlaceSearchError) -> StoredPlace? {
    for body in responses.bodies(mentioning: id) {
      for source in ServiceSource.all {
        guard let place = source.readPlace(id, body, configuration.source.language) else { continue }
        return StoredPlace(place, of: source.service)
      }
    }
    guard let service = source?.service, let lookUp = ServiceSource.of(service).lookUp,
      let place = try await lookUp(id, connection(at: try addresses(of: service)))
    else { return nil }
    return StoredPlace(place, of: service)
  }
}

extension StoredPlace {
  fileprivate init(_ place: Place, of service: Service) {
    let provenance = Provenance(source: .service(service), attribution: service.attribution)
    self.init(FoundPlace(place: place, distance: nil), from: nil, provenance: provenance, origin: .result)
  }
}

extension UseCaseProvider {
  /// The indexes whose streets a map may show; none for the sample, whose places are fictional.
  var groundPaths: [String] {
    guard source != .sample else { return [] }
    let directory = configuration.source.groundDirectory
    let files = directory.flatMap { try? StoreDirectory(path: $0).files() } ?? []
    let names = files.map(\.name).filter { $0.hasSuffix(".pfx") }.sorted()
    return configuration.source.groundPaths + names.map { "\(directory ?? "")/\($0)" }
  }

  /// Checks the index that the user named for the streets of maps.
  ///
  /// - Throws: An error if it can't be read, or has no streets.
  func checkGround() throws(PlaceSearchError) {
    guard let path = configuration.source.groundPath else { return }
    do throws(IndexFileError) {
      guard try PlaceIndex(contentsOf: path).hasGround else { throw .groundMissing(path: path) }
    } catch { throw .index(error) }
  }
}
