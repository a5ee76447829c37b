package import Domain
import PlaceIndex
import Rows

extension Service {
  /// OpenStreetMap: places of the whole world from Overpass, names and addresses from Nominatim.
  ///
  /// Source: dev.overpass-api.de, "Commons", and operations.osmfoundation.org, "Nominatim Usage Policy" (read
  /// 2026-11-22).
  package static let osm = Service(
    name: "osm",
    title: "OpenStreetMap",
    fullTitle: "OpenStreetMap, by Overpass and Nominatim",
    addresses: [
      .init(
        variable: "PLACEFIND_OVERPASS",
        url: "https://overpass-api.de/api",
        summary: "address of Overpass for --source osm, as --endpoint"
      ),
      .init(
        variable: "PLACEFIND_NOMINATIM",
        url: "https://nominatim.openstreetmap.org/",
        summary: "address of Nominatim for --source osm"
      ),
    ],
    calls: [.overpass, .nominatim],
    quotaDay: Service.QuotaDay(clock: "UTC", secondsAheadOfUTC: 0),
    pages: .standard,
    reachableCount: .max,
    maximumRadius: Distance(validMeters: 100_000),
    requestDefaults: requestDefaults,
    attribution: OpenStreetMapNotice.attribution,
    license: OpenStreetMapNotice.license,
    hooks: hooks
  )

  private static var requestDefaults: RequestDefaults {
    var requestDefaults = RequestDefaults()
    // A rejected request pauses for half a minute, which leaves time for two retries; a broken connection doesn't
    // pause.
    requestDefaults.timeout = .seconds(90)
    requestDefaults.retries = 2
    requestDefaults.responseLifetime = .seconds(86_400)
    requestDefaults.nameLifetime = .seconds(30 * 86_400)
    requestDefaults.batchLimit = 100
    requestDefaults.requestsToLocate = 1...1
    return requestDefaults
  }

  private static var hooks: Hooks {
    var hooks = Hooks()
    hooks.remedy = OSMSentences.remedy
    // A category without a tag can't be requested.
    hooks.supports = { !OSMTags.tags(of: $0).isEmpty }
    return hooks
  }
}

extension Service.Call {
  /// Overpass: about 10,000 requests a day are acceptable, one at a time.
  static let overpass = Service.Call(
    name: "overpass",
    purposes: [.categories, .text],
    dailyAllowance: 10_000,
    sharedInterval: .zero
  )
  /// Nominatim: at most one request per second for all users of a program together.
  static let nominatim = Service.Call(
    name: "nominatim",
    purposes: [.address, .coordinate],
    sharedInterval: .milliseconds(1_100)
  )
}

extension ServiceSource {
  static let osm = ServiceSource(
    service: .osm,
    makeSource: { (connection) throws(PlaceSearchError) in OSMPlaces(client: OSMClient(connection)) },
    makeCosts: { OSMCosts(maximumRequests: $0.maximumRequests) },
    readPlace: { OSMPlaces.place(withID: $0, in: $1, language: $2) },
    lookUp: { (id, connection) async throws(PlaceSearchError) in
      try await OSMPlaces(client: OSMClient(connection)).place(withID: id)
    },
    makeFetch: { OverpassFetch(client: OSMClient($0), cacheDirectory: $0.configuration.stores.cacheDirectory) }
  )
}
