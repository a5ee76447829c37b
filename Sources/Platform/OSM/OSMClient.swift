import Domain
import Foundation

/// Asks Overpass and Nominatim.
struct OSMClient: Sendable {
  var overpass: RequestEngine
  let nominatim: RequestEngine
  /// The time one whole query may take.
  let timeout: Duration
  /// The time that each part of a large area adds; `nil` for none.
  let growth: Duration?
  /// The maximum number of requests of one query; `nil` for no bound.
  let maximumRequests: Int?
  /// The language of names; `nil` for the local ones.
  let language: String?
  /// Where responses are kept.
  private let responses: ResponseStore
  private let addresses: (overpass: String, nominatim: String)
  private let fields: [String: String]

  /// The longest address of a GET request, in bytes; a longer one is posted.
  ///
  /// The network library repeats a GET that a server has cut off, and no POST, which would need its body again.
  private static let maximumAddressBytes = 6_000
  /// What Nominatim says of a point without an address; every other error is a failure.
  private static let noAddress = "Unable to geocode"
  /// What the server may take for a query and for a slot, and the way.
  private static let minimumAttemptTimeout = Duration.seconds(45)
  /// The time that each part of a large area adds.
  private static let timeOfPart = Duration.seconds(10)
  /// The time that asking for free slots may take.
  private static let statusTimeout = Duration.seconds(5)

  init(_ connection: ServiceConnection) {
    let base = connection.addresses[0].base
    let api = base.hasSuffix("/interpreter") ? String(base.dropLast("/interpreter".count)) : base
    addresses = (api, connection.addresses[1].base)
    // The policies of both ask for a name, a version and a way to the makers; a stock one is refused.
    let fields = ["User-Agent": "\(connection.userAgent) (place finder for the command line)"]
    self.fields = fields
    var overpass = connection.engine(refusal: OSMRefusal.ofOverpass)
    overpass.minimumAttemptTimeout = Self.minimumAttemptTimeout
    overpass.rest = OSMRefusal.minimumPause
    overpass.inquiry = URL(string: api + "/status").map { url in
      WaitInquiry(status: 429, request: HTTPRequest(url: url, fields: fields), timeout: Self.statusTimeout) { answer in
        OSMRefusal.wait(forSlotIn: String(decoding: answer.body, as: UTF8.self))
      }
    }
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
      keptIn: responses
    )
  }

  /// The budget of a part of a fetch, unless the user has set the time.
  func makeBudget(forPart time: Duration, maximumRequests: Int?) -> RequestBudget {
    let timeout = growth == nil ? timeout : time
    return RequestBudget(start: overpass.time.now(), timeout: timeout, maximumRequests: maximumRequests)
  }

  /// Asks Overpass.
  ///
  /// - Parameters:
  ///   - query: The text of the query.
  ///   - area: Where the nodes of its answer have to be; `nil` for anywhere.
  ///   - expected: The tags that its elements have to have; `nil` for any.
  ///   - budget: The budget of the query.
  /// - Returns: The answer; `nil` when the query's budget is used up.
  /// - Throws: Why there is no answer, and how large it would have been.
  func answer(
    to query: String,
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil,
    for budget: RequestBudget
  ) async throws(OverpassFailure) -> OverpassAnswer? {
    var counted: Int?
    do throws(PlaceSearchError) {
      return try await overpass.answer(
        to: request(for: query),
        .overpass,
        for: budget,
        keepingIf: { $0.shortage == nil && $0.strangerCount == 0 }
      ) { (response) throws(PlaceSearchError) in
        do throws(PlaceSearchError) {
          return try OverpassAnswer(reading: response, about: area, of: expected)
        } catch {
          counted = OverpassAnswer.counted(in: [UInt8](response.body))
          throw error
        }
      }
    } catch {
      throw OverpassFailure(cause: error, counted: counted)
    }
  }

  /// Whether the answer to a query was too much to be given at once.
  func wasTooMuch(_ query: String, for budget: RequestBudget) -> Bool {
    budget.kept?.wasTooMuch(request(for: query), of: .overpass) ?? false
  }

  /// Notes that the answer to a query is too much to be given at once.
  func noteTooMuch(_ query: String, for budget: RequestBudget) { budget.kept?.keepTooMuch(request(for: query)) }

  private func request(for query: String) -> HTTPRequest {
    let form = "data=\(query.percentEncoded)"
    let isShort = form.utf8.count <= Self.maximumAddressBytes
    return request("\(addresses.overpass)/interpreter\(isShort ? "?" + form : "")") {
      if !isShort { $0.body = Data(form.utf8) }
      $0.bodyLimit = OverpassAnswer.maximumBytes
    }
  }

  /// Asks Nominatim.
  ///
  /// - Returns: What came; `nil` when there is no address for the point, or the query's budget is used up.
  /// - Throws: Also for an answer that is an error, which it gives with status 200 too.
  func answer(
    from path: String,
    _ parameters: KeyValuePairs<String, String>,
    for budget: RequestBudget,
    keepingIf isWhole: (JSONTree?) -> Bool
  ) async throws(PlaceSearchError) -> JSONTree? {
    let text = parameters.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    // Without a language the network library would ask for English; `und` is none, which gives the local names.
    let request = request(
      "\(addresses.nominatim)/\(path)?format=jsonv2&addressdetails=1&accept-language=\(language ?? "und")&\(text)"
    ) { _ in }
    let answer: JSONTree?? = try await nominatim.answer(
      to: request,
      .nominatim,
      for: budget,
      keepingIf: isWhole
    ) { (response) throws(PlaceSearchError) in
      guard let answer = JSONTree(reading: try response.json()) else {
        throw .untrustworthy(.unreadable(detail: "it is not JSON, or ends early"))
      }
      guard let error = answer["error"] else { return answer }
      let message = error.string ?? error["message"]?.string
      guard message == Self.noAddress else {
        throw .serviceFailing(status: 200, code: error["code"]?.integer, message: message)
      }
      return nil
    }
    return answer ?? nil
  }

  private func request(_ address: String, _ change: (inout HTTPRequest) -> Void) -> HTTPRequest {
    guard let url = URL(string: address) else { preconditionFailure("an address of unreserved ASCII is an address") }
    var request = HTTPRequest(url: url, fields: fields)
    change(&request)
    return request
  }
}
