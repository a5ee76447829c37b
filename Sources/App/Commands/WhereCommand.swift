import Domain

extension Command {
  static let `where`: Command = .init(
    "where",
    CommandEntry(
      "find the address of a coordinate",
      called: "reverse address reverse-geocode",
      usage: "placefind where LAT,LNG [options]",
      operands: 2,
      completes: .savedLocations,
      queriesSource: true,
      prints: .list,
      statuses: [.nothingFound],
      examples: [
        ("placefind where 37.4979,127.0276", "address and region of a point"),
        (
          "placefind where --at 'https://map.kakao.com/link/map/37.4979,127.0276' --json",
          "the address of a shared link"
        ),
      ],
      run: WhereCommand.starting { try await $0.run() }
    )
  )
}

/// Prints the address of a coordinate.
struct WhereCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let output = try checkedOutput()
    // Reject an unknown field before any request.
    _ = try picked(Listing("address", of: [], Self.fields))
    var query = arguments.query
    if !arguments.operands.isEmpty {
      let places: [Option] = [.at, .near, .latitude, .longitude]
      guard !places.contains(where: arguments.hasTyped) else {
        throw Failure.unexpectedArguments(arguments.operands, after: nil, .where)
      }
      query.center = try OptionValues(option: .at, texts: [arguments.operands.joined(separator: " ")]).center()
    }
    let runner = SearchRunner(sources: context.sources, observer: observer(for: output))
    let (address, requests, source) = try await runner.address(of: query)
    sayOrigin(of: address, source.provider)
    let listing = Self.listing(address, requests: address.provenance.requests + requests)
    let isTable = output.style.format == .table && arguments.output.keys == nil
    try write(list: isTable ? Self.fieldTable(of: listing) : listing, to: output)
    for gap in Self.gaps(in: address) { say(Notice(gap)) }
  }

  /// Returns the missing parts of an address; empty if it is complete.
  static func gaps(in address: CoordinateAddress) -> [Message] {
    var gaps: [Message] = []
    if address.lotAddress == nil, address.roadAddress == nil, address.legalRegion == nil {
      gaps.append("No address is known there.")
    }
    if let error = address.regionError { gaps.append("The regions are missing: \(Failure(error).wording)") }
    return gaps
  }

  private func sayOrigin(of address: CoordinateAddress, _ provider: any UseCaseProvider) {
    saySample(address.provenance.source)
    if let nearest = address.nearest, let distance = nearest.distance {
      let name = nearest.place.shownName()
      let away = DistanceFormatter.text(of: distance)
      say("This is the address of the nearest place, \(name), \(away) away.")
    }
  }

  /// The fields of a coordinate's address.
  static let fields: [Listing.Field<CoordinateAddress>] = [
    .init("lat") { .number($0.coordinate.latitude) }, .init("lng") { .number($0.coordinate.longitude) },
    .init("address_name") { .text($0.lotAddress) }, .init("road_address_name") { .text($0.roadAddress) },
    .init("building_name") { .text($0.buildingName) }, .init("zone_no") { .text($0.postalCode) },
    .init("legal_region") { .text($0.legalRegion?.name) }, .init("legal_code") { .text($0.legalRegion?.code) },
    .init("administrative_region") { .text($0.administrativeRegion?.name) },
    .init("administrative_code") { .text($0.administrativeRegion?.code) },
    .init("nearest_id") { .text($0.nearest?.place.id) }, .init("nearest_name") { .text($0.nearest?.place.name) },
    .init("nearest_distance_m") { .integer($0.nearest?.distance?.wholeMeters) },
  ]

  /// Returns the address of a coordinate, as a list of one record.
  static func listing(_ address: CoordinateAddress, requests: Int) -> Listing {
    Listing(
      "address",
      of: [address],
      fields,
      members: [
        ("source", .text(address.provenance.source.name)), ("requests", .integer(requests)),
        ("attribution", .text(address.provenance.attribution)),
      ],
      isSingle: true
    )
  }

  /// Returns the only record as a table with a row for each field that has a value.
  private static func fieldTable(of listing: Listing) -> Listing {
    let rows = zip(listing.columns, listing.records[0]).map { (key: $0.key, text: Listing.cell(of: $1)) }
    return Listing(
      listing.name,
      of: rows.filter { !$0.text.isEmpty },
      [.init("field", "FIELD") { .text($0.key) }, .init("value", "VALUE", isFlexible: true) { .text($0.text) }]
    )
  }
}
