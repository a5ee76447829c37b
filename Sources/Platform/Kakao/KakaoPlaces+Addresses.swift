import Domain
import Tables

extension KakaoPlaces: LocateUseCase {
  /// Returns `nil`, because the service corrects texts itself.
  func correction(of text: SearchText) -> SearchText? { nil }

  /// Searches for an address first and then for a keyword, because an address is exact.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    guard conditions.isEmpty else { throw .unsupported(.attributes(.kakao)) }
    let budget = unboundedBudget
    // A page costs one request whatever its size, so all limits share a full page.
    let size = KakaoSearch.pageSize
    let addresses = try await client.engine.value(
      to: client.requests.request(forAddress: text, size: size),
      .address,
      for: budget
    ) { (response) throws(PlaceSearchError) in
      let (documents, totalCount) = try KakaoAddressBody.documents(in: response)
      return (places: documents.compactMap(KakaoAddressBody.place), totalCount: totalCount)
    }
    if let addresses, !addresses.places.isEmpty {
      return LocatedPlaces(
        addresses.places,
        for: text,
        limit: limit,
        totalCount: max(addresses.totalCount, addresses.places.count),
        provenance: provenance(budget)
      )
    }
    let found = try await keywords(text, size: size, for: budget)
    let ranked = LocatedPlaces.exactNameFirst((found?.places ?? []).map(\.place), for: text)
    let places = Array(ranked.prefix(limit))
    return LocatedPlaces(
      places,
      for: text,
      limit: limit,
      totalCount: max(found?.totalCount ?? 0, places.count),
      similarNames: places.isEmpty ? try await similarNames(to: text, for: budget) : [],
      provenance: provenance(budget)
    )
  }

  /// A budget without a limit: `maximumRequests` is for the query itself, and geocoding takes at most three requests.
  private var unboundedBudget: RequestBudget {
    RequestBudget(start: client.engine.time.now(), timeout: timeout, maximumRequests: nil, cache: responses)
  }

  private func keywords(
    _ text: SearchText,
    size: Int,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    guard let page = PageRequest(number: 1, size: size) else { return nil }
    let search = KakaoSearch(
      group: nil,
      text: text,
      scope: .nationwide(origin: nil),
      sortsByDistance: false
    )
    return try await client.page(of: search, on: page, for: budget)
  }

  /// Returns the names that the service finds for the beginning of an unknown text.
  private func similarNames(
    to text: SearchText,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> [String] {
    let words = text.value.split(whereSeparator: \.isWhitespace)
    let shorter = words.count > 1 ? words.dropLast().joined(separator: " ") : String(text.value.dropLast())
    guard shorter.count >= 2, let beginning = SearchText(shorter) else { return [] }
    let page = try await keywords(beginning, size: KakaoSearch.pageSize, for: budget)
    var names: [String] = []
    for found in page?.places ?? [] {
      if let name = found.place.name, !names.contains(name) { names.append(name) }
    }
    return Array(names.prefix(3))
  }
}

extension KakaoPlaces {
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try KakaoServiceArea.require(coordinate)
    let budget = unboundedBudget
    let addresses = try await documents(for: coordinate, .coord2address, for: budget)
    var regions: [JSONValue] = []
    var regionError: PlaceSearchError?
    do throws(PlaceSearchError) {
      regions = try await documents(for: coordinate, .coord2regioncode, for: budget)
    } catch {
      // An address that was paid for is better than an error.
      guard error != .cancelled, !addresses.isEmpty else { throw error }
      regionError = error
    }
    var address = CoordinateAddress(
      coordinate: coordinate,
      provenance: provenance(budget)
    )
    address.regionError = regionError
    if let document = addresses.first {
      address.lotAddress = document["address"]?["address_name"]?.string
      address.roadAddress = document["road_address"]?["address_name"]?.string
      address.buildingName = document["road_address"]?["building_name"]?.string
      address.postalCode = document["road_address"]?["zone_no"]?.string
    }
    for document in regions {
      guard let name = document["address_name"]?.string else { continue }
      let region = CoordinateAddress.Region(name: name, code: document["code"]?.string)
      switch document["region_type"]?.string {
      case "B": address.legalRegion = region
      case "H": address.administrativeRegion = region
      default: break
      }
    }
    return address
  }

  private func documents(
    for coordinate: Coordinate,
    _ api: Service.Call,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> [JSONValue] {
    let request = client.requests.request(for: coordinate, api)
    return try await client.engine.value(to: request, api, for: budget) { (response) throws(PlaceSearchError) in
      try KakaoAddressBody.documents(in: response).documents
    } ?? []
  }
}
