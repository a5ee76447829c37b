import Domain
import Foundation
import Tables

/// Sends requests to Overpass and Nominatim.
struct OSMClient: Sendable {
  var overpass: RequestEngine
  let nominatim: RequestEngine
  /// The time limit of a query.
  let timeout: Duration
  /// The time that each part of a large area adds to the limit; `nil` if the limit is fixed.
  let growth: Duration?
  /// The maximum number of requests per query; `nil` if unlimited.
  let maximumRequests: Int?
  /// The language of names; `nil` for local names.
  let language: String?
  /// The cache of responses.
  private let responses: ResponseStore
  private let addresses: (overpass: String, nominatim: String)
  /// The error for queries to Nominatim; `nil` if its server was chosen, or the servers of both services weren't.
  private let nominatimRefusal: PlaceSearchError?
  private let fields: [String: String]

  /// The maximum length of a GET request's URL in bytes; longer requests use POST.
  ///
  /// The network library retries an interrupted GET but not a POST, because it would need the body again.
  private static let maximumAddressBytes = 6_000
  /// Nominatim's error for a point without an address.
  ///
  /// Every other error is a failure.
  private static let noAddress = "Unable to geocode"
  /// The maximum time of a request: processing, queueing and transfer.
  private static let minimumAttemptTimeout = Duration.seconds(45)
  /// The time that each part of a large area adds to the limit.
  private static let timeOfPart = Duration.seconds(10)

  init(_ connection: ServiceConnection) {
    let base = connection.addresses[0].base
    let api = base.hasSuffix("/interpreter") ? String(base.dropLast("/interpreter".count)) : base
    addresses = (api, connection.addresses[1].base)
    let chosen = connection.settings.addresses
    let (places, variable) = (connection.service.addresses[0].variable, connection.service.addresses[1].variable)
    nominatimRefusal =
      chosen[places] == nil || chosen[variable] != nil
      ? nil : .endpointUnusable(connection.addresses[1].base, .notChosen(variable: variable))
    // Both usage policies require a User-Agent with name, version and contact; generic ones are rejected.
    let fields = ["User-Agent": "\(connection.userAgent) (place finder for the command line)"]
    self.fields = fields
    var overpass = connection.engine(refusal: OSMRefusal.ofOverpass)
    overpass.minimumAttemptTimeout = Self.minimumAttemptTimeout
    overpass.rest = OSMRefusal.minimumPause
    self.overpass = overpass
    nominatim = connection.engine(at: connection.addresses[1], refusal: OSMRefusal.ofNominatim)
    timeout = connection.configuration.timeout
    growth = connection.configuration.timeoutGrows ? Self.timeOfPart : nil
    maximumRequests = connection.configuration.maximumRequests
    language = connection.configuration.language
    responses = connection.responses
  }

  func makeBudget(isUnbounded: Bool = false, keepsStopped: Bool = false) -> RequestBudget {
    RequestBudget(
      start: overpass.time.now(),
      timeout: timeout,
      growth: growth,
      maximumRequests: isUnbounded ? nil : maximumRequests,
      keepsStopped: keepsStopped,
      cache: responses
    )
  }

  /// Returns the budget of a part of a download, unless the user set a time limit.
  func makeBudget(forPart time: Duration, maximumRequests: Int?) -> RequestBudget {
    let timeout = growth == nil ? timeout : time
    return RequestBudget(start: overpass.time.now(), timeout: timeout, maximumRequests: maximumRequests)
  }

  /// Queries Overpass.
  ///
  /// - Parameters:
  ///   - query: The text of the query.
  ///   - area: The area that must contain all nodes of the response; `nil` for any.
  ///   - expected: The tags that the elements must have; `nil` for any.
  ///   - budget: The budget of the query.
  /// - Returns: The response; `nil` if the budget is used up.
  /// - Throws: The reason why there is no response.
  func response(
    to query: String,
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> OverpassResponse? {
    try await overpass.value(
      to: request(for: query),
      .overpass,
      for: budget,
      cachingIf: { $0.shortage == nil && $0.mismatchCount == 0 }
    ) { (response) throws(PlaceSearchError) in
      do throws(PlaceSearchError) {
        return try OverpassResponse(reading: response, about: area, of: expected)
      } catch {
        guard case .untrustworthy(.unreadable(let detail)) = error else { throw error }
        throw .incompleteResponse(detail, counting: OverpassResponse.counted(in: [UInt8](response.body)))
      }
    }
  }

  /// Returns whether the response to a query was too large for one request.
  func wasTooMuch(_ query: String, for budget: RequestBudget) -> Bool {
    budget.responses?.wasTooMuch(request(for: query), of: .overpass) ?? false
  }

  /// Records that the response to a query is too large for one request.
  func noteTooMuch(_ query: String, for budget: RequestBudget) { budget.responses?.cacheTooMuch(request(for: query)) }

  private func request(for query: String) -> HTTPRequest {
    let form = "data=\(query.percentEncoded)"
    let isShort = form.utf8.count <= Self.maximumAddressBytes
    return request("\(addresses.overpass)/interpreter\(isShort ? "?" + form : "")") {
      if !isShort { $0.body = Data(form.utf8) }
      $0.bodyLimit = OverpassResponse.maximumBytes
    }
  }

  /// Queries Nominatim.
  ///
  /// - Returns: The response; `nil` if the point has no address or the budget is used up.
  /// - Throws: Also for an error in a response with status 200.
  func response(
    from path: String,
    _ parameters: KeyValuePairs<String, String>,
    for budget: RequestBudget,
    cachingIf isWhole: (JSONValue?) -> Bool
  ) async throws(PlaceSearchError) -> JSONValue? {
    if let nominatimRefusal { throw nominatimRefusal }
    let text = parameters.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    // Without a language, the network library requests English. `und` (undetermined) returns local names.
    let request = request(
      "\(addresses.nominatim)/\(path)?format=jsonv2&addressdetails=1&accept-language=\(language ?? "und")&\(text)"
    ) { _ in }
    let document: JSONValue?? = try await nominatim.value(
      to: request,
      .nominatim,
      for: budget,
      cachingIf: isWhole
    ) { (response) throws(PlaceSearchError) in
      guard let document = JSONValue(reading: try response.json()) else {
        throw .untrustworthy(.unreadable(detail: "it isn't JSON, or is cut short"))
      }
      guard let error = document["error"] else { return document }
      let message = error.string ?? error["message"]?.string
      guard message == Self.noAddress else {
        throw .serviceFailing(status: 200, code: error["code"]?.integer, message: message)
      }
      return nil
    }
    return document ?? nil
  }

  private func request(_ address: String, _ change: (inout HTTPRequest) -> Void) -> HTTPRequest {
    guard let url = URL(string: address) else { preconditionFailure("an address of unreserved ASCII is an address") }
    var request = HTTPRequest(url: url, fields: fields)
    change(&request)
    return request
  }
}
