import Domain

/// Finds the centre of a query: a saved location, or the place with a name or an address.
struct CenterFinder: Sendable {
  let sources: SourceResolver
  /// Receives a notice about the chosen place.
  let observer: SearchObserver

  private var provider: any UseCaseProvider { sources.provider }

  /// Returns the query around the saved location that it names, or around the default location if it has none.
  ///
  /// The name of a saved location always means that location, before a source is queried.
  func withSavedLocation(_ query: Query, usesDefault: Bool = true) throws -> Query {
    var query = query
    switch query.center {
    case .savedLocation(let name):
      let saved = try provider.remembered.locations()
      guard let location = saved[name] else { throw Failure.unknownLocation(name, in: saved) }
      query.center = resolved(location)
    case .name(let text): query.center = self.location(named: text.value).map(resolved) ?? query.center
    case .coordinate, .resolved: break
    case nil:
      guard usesDefault, !sources.arguments.has(.anywhere), !query.hasPlace, let location = savedLocations().standard
      else {
        break
      }
      observer.say(Self.sentence(for: location, "the default location"))
      query.center = .resolved(location.coordinate, name: location.name, isSaved: true)
    }
    return query
  }

  /// Returns the saved location with a name.
  func location(named name: String) -> SavedLocation? { SavedLocation.isName(name) ? savedLocations()[name] : nil }

  /// Returns a saved location as a centre.
  private func resolved(_ location: SavedLocation) -> Query.Center {
    reportUse(location)
    return .resolved(location.coordinate, name: location.name, isSaved: true)
  }

  /// Reports, as a detail, that a name meant a saved location.
  func reportUse(_ location: SavedLocation) {
    if observer.hearsDetails { observer.sayDetail(Self.sentence(for: location, "a saved location")) }
  }

  /// Returns the saved locations; empty if they can't be read, which is reported.
  func savedLocations() -> SavedLocations {
    do throws(StoreError) { return try provider.remembered.locations() } catch {
      if error.needsAttention { observer.say(Notice(Failure(error).wording)) }
      return SavedLocations()
    }
  }

  private static func sentence(for location: SavedLocation, _ which: String) -> Notice {
    "Near \(location.name) (\(location.coordinate.decimalText)), \(which)."
  }

  /// Returns the query around the place that its text names, and the number of requests for geocoding it.
  func locate(_ query: Query) async throws -> (query: Query, requests: Int) {
    guard let text = query.near else { return (query, 0) }
    let located = try await candidates(for: text, limit: LocatedPlaces.standardLimit)
    let place = try LocatedCenter(located, of: text).place(within: query.radius)
    observer.say(Notice(sentence(for: place, text.value, of: located.totalCount)))
    var query = query
    query.center = .resolved(place.coordinate, name: place.name ?? text.value, isSaved: false)
    return (query, located.provenance.requests)
  }

  /// Finds the places that a text may mean.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition] = [],
    limit: Int
  ) async throws -> LocatedPlaces {
    sources.checkIndexesOfNames()
    let located = try await provider.makeLocateUseCase().candidates(for: text, where: conditions, limit: limit)
    guard !located.candidates.isEmpty else {
      let names = located.similarNames
      let source = located.provenance.source
      throw Failure.notLocated(text.value, similarNames: names, source: source, services: sources.world.services)
    }
    return located
  }

  /// Returns the notice about the place that was chosen for a text with several matches.
  private func sentence(for place: Place, _ text: String, of totalCount: Int) -> String {
    let address = place.address.flatMap { $0 == place.name ? nil : " (\($0))" }
    let chosen = "Near \(place.name ?? text)\(address ?? "")."
    guard totalCount > 1 else { return chosen }
    let others = totalCount == 2 ? "1 other matches" : "\(totalCount - 1) others match"
    let command = ["placefind near"] + sources.arguments.typedSource + [ShellWord.operand(text)]
    return "\(chosen) \(others): `\(command.joined(separator: " "))`"
  }
}

extension SavedLocation {
  /// The location as a place without an id.
  var place: Place { Place(id: "", name: name, coordinate: coordinate, group: nil) }
}
