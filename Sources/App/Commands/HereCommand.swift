import Domain

extension Command {
  static let here: Command = .init(
    "here",
    CommandEntry(
      "save locations by name, and choose a default one",
      called: "position positions location home",
      usage: "placefind here [NAME [--at LAT,LNG | --near TEXT] [--default] | NAME --remove | remove NAME]",
      operands: 1,
      completes: .savedLocations,
      queriesSource: true,
      queriesWith: [.near],
      actsWith: [.remove, .near, .latitude, .at, .makeDefault],
      prints: .list,
      statuses: [.nothingFound],
      examples: [
        ("placefind here home --at 37.4979,127.0276", "save a location for `placefind -c cafe --at home`"),
        ("placefind here --default home", "use it for queries without a location: placefind -c cafe"),
        ("placefind here --default none", "clear the default location"),
        ("placefind here", "list the locations"),
        ("placefind here remove home", "remove a location"),
      ],
      run: HereCommand.starting { try await $0.run() }
    )
  )
}

/// Manages saved locations: lists, adds or removes one, or makes one the default.
struct HereCommand: RunnableCommand {
  let context: CommandContext
  /// The value of `--default` that clears the default location.
  private static let noName = "none"

  func run() async throws {
    let output = try checkedOutput()
    guard let name = arguments.operands.first else {
      guard !arguments.has(.remove), !arguments.has(.makeDefault), !arguments.query.hasPlace else {
        throw Failure.operandMissing(.here, "the name of a location")
      }
      return try list(try savedLocations(), output)
    }
    if arguments.has(.remove) { return try await remove(name) }
    if arguments.query.hasPlace {
      try await save(name)
    } else if arguments.has(.makeDefault) {
      try await choose(name)
    } else {
      let saved = try savedLocations()
      guard let location = saved[name] else { throw Failure.nothingSaved(name, in: saved) }
      try list(SavedLocations(locations: [location], defaultName: saved.defaultName), output)
    }
  }

  private func savedLocations() throws -> SavedLocations {
    let saved = try provider.remembered.locations()
    sayStoreErrors()
    return saved
  }

  /// Changes the saved locations, and reports store errors.
  @discardableResult
  private func update(_ change: (inout SavedLocations) -> Void) async throws -> SavedLocations {
    let saved = try await provider.remembered.updateLocations(change)
    sayStoreErrors()
    return saved
  }

  private func save(_ name: String) async throws {
    let isPoint = (try? CoordinateParser.coordinate(name)) != nil
    guard SavedLocation.isName(name), !isPoint else { throw Failure.locationName(name) }
    guard name != Self.noName, !Command.removalWords.contains(name) else { throw Failure.reservedName(name) }
    // Only a name or an address needs a source; a coordinate needs neither a source nor a key.
    if arguments.query.near != nil {
      let source = try openSource()
      if arguments.has(.verbose) { console.say(source.sentence) }
    }
    let query = try await centerFinder.locate(centerFinder.withSavedLocation(arguments.query)).query
    guard let point = query.point,
      let location = SavedLocation(name: name, coordinate: point, near: query.centerName)
    else {
      throw Failure.needsCenter(.here)
    }
    var replaced: SavedLocation?
    let makesDefault = arguments.has(.makeDefault)
    try await update { saved in
      replaced = saved[name]
      saved.locations.removeAll { $0.name == name }
      saved.locations.append(location)
      if makesDefault { saved.defaultName = name }
    }
    let moved = replaced.flatMap { $0.coordinate == point ? nil : $0.coordinate.decimalText }
    let outcome =
      moved.map { "Moved \(name) from \($0) to \(point.decimalText)." } ?? "Saved \(name) (\(point.decimalText))."
    say("\(outcome)\(makesDefault ? " It is the default location." : "")")
  }

  private func choose(_ name: String) async throws {
    if name == Self.noName {
      try await update { $0.defaultName = nil }
      return say("Cleared the default location.")
    }
    var isKnown = false
    let saved = try await update { saved in
      isKnown = saved[name] != nil
      if isKnown { saved.defaultName = name }
    }
    guard isKnown else { throw Failure.nothingSaved(name, in: saved) }
    say("\(name) is the default location. Try `placefind -c cafe`.")
  }

  private func remove(_ name: String) async throws {
    var removed: SavedLocation?
    let saved = try await update { saved in
      removed = saved[name]
      saved.locations.removeAll { $0.name == name }
      if saved.defaultName == name { saved.defaultName = nil }
    }
    guard let removed else { throw Failure.nothingToRemove(name, in: saved) }
    say("Removed \(name) (\(removed.coordinate.decimalText)).")
  }

  private func list(_ saved: SavedLocations, _ output: OutputArguments) throws {
    let listing = Listing(
      "locations",
      of: saved.locations,
      [
        .init("name", "NAME", isFlexible: true) { .text($0.name) },
        .init("lat", "LAT") { .number($0.coordinate.latitude) },
        .init("lng", "LNG") { .number($0.coordinate.longitude) },
        .init("near", "NEAR", isFlexible: true) { .text($0.near) },
        .init("default", "DEFAULT") { .flag($0.name == saved.defaultName) },
      ]
    )
    try write(list: listing, to: output)
    if saved.locations.isEmpty {
      say("No locations are saved. Save one: `placefind here home --at 37.4979,127.0276`")
    }
  }
}
