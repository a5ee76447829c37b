import Domain

extension Provenance.Source {
  /// The source of a name that was stored; `nil` for an unknown one.
  init?(named name: String) { self.init(name: name, among: UseCaseProvider.services) }
}

/// A service with what makes its client: all that the rest of Platform knows of one.
struct ServiceSource: Sendable {
  let service: Service
  /// Makes the source of its answers; nothing is sent.
  let makeSource: @Sendable (ServiceConnection) throws(PlaceSearchError) -> any PlaceSource
  /// Makes what knows the cost of its queries.
  let makeCosts: @Sendable (SourceConfiguration) -> any EstimateUseCase
  /// Reads the place of an id from the body of a response, perhaps with names in a language; `nil` where it has none,
  /// or is of another service.
  let readPlace: @Sendable (_ id: String, _ body: [UInt8], _ language: String?) -> Place?
  /// Asks for the place of an id; `nil` for a service that cannot be asked so.
  var lookUp: (@Sendable (String, ServiceConnection) async throws(PlaceSearchError) -> Place?)?
  /// Makes what fetches its places for an index; `nil` for a service whose data may not be kept.
  var makeFetch: (@Sendable (ServiceConnection) -> any FetchIndexUseCase)?

  static func of(_ service: Service) -> ServiceSource {
    guard let source = all.first(where: { $0.service == service }) else {
      preconditionFailure("a service is made where it is listed")
    }
    return source
  }
}

/// What the client of a service is made from.
struct ServiceConnection: Sendable {
  let service: Service
  let configuration: SourceConfiguration
  /// What is set of the service.
  let settings: ServiceSettings
  let exchange: any HTTPExchange
  /// The addresses of the service, in its order.
  let addresses: [ServiceAddress]
  let userAgent: String
  let mask: SecretMask
  /// The gate of all its requests.
  let gate: RequestGate
  /// Where its responses are kept.
  let responses: ResponseStore
  /// Counts the calls against their quotas.
  let calls: CallCounts

  /// The clock of waits.
  var time = Timekeeper.system

  /// The address of its places.
  var address: ServiceAddress { addresses[0] }

  /// The time that each request of a large area adds: a fifth of a second, or twice the interval of the pace; `nil`
  /// when the time of a query is fixed.
  var growth: Duration? {
    guard configuration.timeoutGrows else { return nil }
    let requestsPerSecond = settings.requestsPerSecond
    guard requestsPerSecond > 0 else { return .milliseconds(200) }
    return max(.milliseconds(200), .seconds(2 / max(requestsPerSecond, RequestPace.minimumRequestsPerSecond)))
  }

  /// The number of requests that a query may be expected to take without a limit of the user, at most.
  private static let largeQuery = 500
  /// The number of requests that a query may always be expected to take, as those of a few pages.
  private static let smallQuery = 10
  /// The share of the calls left today that it may take, as its divisor.
  private static let shareOfDay = 5

  /// Returns how many requests a query may be expected to take; `nil` where the user has set a limit.
  func allowedRequests(for query: PlaceQuery) -> Int? {
    guard configuration.maximumRequests == nil, configuration.requestBudget == nil else { return nil }
    guard !configuration.sendsBeyondAllowance, let report = try? calls.report(), let call = service.call(for: query)
    else { return Self.largeQuery }
    return max(Self.smallQuery, min(Self.largeQuery, report.left(for: call) / Self.shareOfDay))
  }

  /// Makes what sends the requests.
  ///
  /// - Parameters:
  ///   - address: Whom it asks; `nil` for the address of the places.
  ///   - refusal: What an answer with another status than 200 means.
  /// - Returns: The engine, at the pace that the kinds of request share.
  func engine(
    at address: ServiceAddress? = nil,
    refusal: @escaping @Sendable (HTTPResponse) -> Refusal
  ) -> RequestEngine {
    var engine = RequestEngine(
      exchange: exchange,
      host: (address ?? self.address).host,
      refusal: refusal,
      retries: configuration.retries,
      gate: gate,
      time: time,
      mask: mask,
      reserveCall: calls.reserve,
      giveBackCall: calls.giveBack
    )
    if settings.ownsInstance != true {
      let base = (address ?? self.address).base
      // A slower rate is that of this process alone: its gate keeps it.
      let rate = settings.requestsPerSecond
      engine.sharedPace = SharedPace(
        of: service,
        stateDirectory: configuration.stores.stateDirectory,
        address: base,
        requestsPerSecond: rate > 0 ? max(rate, ServiceSettings().requestsPerSecond) : rate,
        time: time
      )
    }
    return engine
  }
}
