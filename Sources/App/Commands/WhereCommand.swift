import Domain

extension Command {
  static let `where`: Command = .init(
    "where",
    CommandEntry(
      "find the address of a coordinate",
      called: "reverse address reverse-geocode",
      usage: "placefind where LAT,LNG [options]",
      operands: 2,
      completes: .positions,
      asks: true,
      isListing: true,
      statuses: [.nothingFound],
      examples: [
        ("placefind where 37.4979,127.0276", "address and region of a point"),
        (
          "placefind where --at 'https://map.kakao.com/link/map/37.4979,127.0276' --json",
          "the address of a shared link"
        ),
      ],
      run: WhereCommand.start
    )
  )
}

/// Prints the address of a coordinate.
struct WhereCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let output = try checkedOutput()
    // Reject an unknown field before any request.
    _ = try picked(Listing(name: "", columns: Self.columns, records: []))
    var asked = arguments.query
    if !arguments.operands.isEmpty {
      let places: [Option] = [.at, .near, .latitude, .longitude]
      guard !places.contains(where: arguments.hasTyped) else {
        throw Failure.unexpectedArguments(arguments.operands, after: nil, .where)
      }
      asked.center = try GivenOption(option: .at, texts: [arguments.operands.joined(separator: " ")]).position()
    }
    let asking = SearchRunner(sources: context.sources, listener: listener(for: output))
    let (address, requests, source) = try await asking.address(of: asked)
    sayOrigin(of: address, source.provider)
    let listing = Self.listing(address, requests: address.provenance.requests + requests)
    let isTable = output.style.format == .table && arguments.output.keys == nil
    try write(list: isTable ? Self.fieldTable(of: listing) : listing, to: output)
    Self.gaps(in: address).forEach(say)
  }

  /// The missing parts of an address; empty if it is complete.
  static func gaps(in address: CoordinateAddress) -> [String] {
    var gaps: [String] = []
    if address.lotAddress == nil, address.roadAddress == nil, address.legalRegion == nil {
      gaps.append("no address is known there")
    }
    if let error = address.regionError { gaps.append("the regions are missing: \(Failure(error).message)") }
    return gaps
  }

  private func sayOrigin(of address: CoordinateAddress, _ provider: any UseCaseProvider) {
    saySample(address.provenance.source, of: provider)
    if let nearest = address.nearest, let distance = nearest.distance {
      let name = nearest.place.shownName
      say("an index has only addresses of places: this one is of \(name), \(DistanceFormatter.short(distance)) away")
    }
  }

  /// The fields of a coordinate's address.
  static let columns = [
    "lat", "lng", "address_name", "road_address_name", "building_name", "zone_no", "legal_region", "legal_code",
    "administrative_region", "administrative_code", "nearest_id", "nearest_name", "nearest_distance_m",
  ].map { Listing.Column($0) }

  /// The address of a coordinate, as a list of one record.
  static func listing(_ address: CoordinateAddress, requests: Int) -> Listing {
    Listing(
      name: "address",
      columns: columns,
      records: [
        [
          .number(address.coordinate.latitude), .number(address.coordinate.longitude), .text(address.lotAddress),
          .text(address.roadAddress), .text(address.buildingName), .text(address.postalCode),
          .text(address.legalRegion?.name), .text(address.legalRegion?.code),
          .text(address.administrativeRegion?.name), .text(address.administrativeRegion?.code),
          .text(address.nearest?.place.id), .text(address.nearest?.place.name),
          .integer(address.nearest?.distance?.wholeMeters),
        ]
      ],
      members: [
        ("source", .text(address.provenance.source.name)), ("requests", .integer(requests)),
        ("attribution", .text(address.provenance.attribution)),
      ],
      isSingle: true
    )
  }

  /// The only record as a table with a row for each field that has a value.
  private static func fieldTable(of listing: Listing) -> Listing {
    let rows = zip(listing.columns, listing.records[0]).compactMap { column, value -> [Listing.Value]? in
      let text = Listing.cell(of: value)
      return text.isEmpty ? nil : [.text(column.key), .text(text)]
    }
    return Listing(
      name: listing.name,
      columns: [.init("field", "FIELD"), .init("value", "VALUE", isFlexible: true)],
      records: rows
    )
  }
}
