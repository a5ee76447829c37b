import Domain

/// Tells the address of a coordinate.
struct WhereCommand: StoreCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Asks and prints.
  ///
  /// - Throws: When something is wrong.
  func run() async throws(Failure) {
    let output = try checkedOutput()
    let kept = try keptQuery()
    guard kept.hasPlace else { throw .usage(.needsPosition(.where)) }
    let (provider, source) = try source()
    try source.checkDescriptors(in: world)
    let finding = try await located(kept, by: provider)
    let point: Coordinate?
    do { point = try finding.query.center() } catch { throw .usage(error) }
    guard let point else { throw .usage(.needsPosition(.where)) }
    let address: CoordinateAddress
    do throws(PlaceSearchError) {
      address = try await provider.makeDescribeCoordinateUseCase().address(of: point)
    } catch { throw .search(error) }
    if address.provenance.source == .sample { say("this answer comes from \(AnswerNotices.sampleWarning)") }
    if let nearest = address.nearest, let distance = nearest.distance {
      let name = nearest.place.name ?? nearest.place.id
      say("an index knows addresses of places only: this is that of \(name), \(DistanceText.short(distance)) away")
    }
    var listing = Self.listing(address, requests: address.provenance.requests + finding.requests)
    if output.style.format == .table {
      let rows = zip(listing.columns, listing.records[0]).compactMap { column, value -> [String]? in
        let text = Listing.text(of: value)
        return text.isEmpty ? nil : [column.key, text]
      }
      listing = Listing(
        name: listing.name,
        columns: [.init("field", "FIELD"), .init("value", "VALUE", isFlexible: true)],
        records: rows.map { $0.map { .text($0) } }
      )
    }
    try write(listing, to: output)
    if address.lotAddress == nil, address.roadAddress == nil, address.legalRegion == nil {
      say("no address is known there")
    }
  }

  private static func listing(_ address: CoordinateAddress, requests: Int) -> Listing {
    Listing(
      name: "address",
      columns: [
        .init("lat"), .init("lng"), .init("address_name"), .init("road_address_name"), .init("building_name"),
        .init("zone_no"), .init("legal_region"), .init("legal_code"), .init("administrative_region"),
        .init("administrative_code"), .init("nearest_id"), .init("nearest_name"), .init("nearest_distance_m"),
      ],
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
        ("source", .text(address.provenance.source.rawValue)), ("requests", .integer(requests)),
        ("attribution", .text(address.provenance.attribution)),
      ],
      isSingle: true
    )
  }
}
