import Domain

extension Source {
  /// The source with a stored name; `nil` if it is unknown.
  init?(named name: String) { self.init(name: name, among: UseCaseProvider.services) }
}

/// A service and its factories.
///
/// Other folders of Platform know a service only through this type.
struct ServiceSource: Sendable {
  let service: Service
  /// Makes the source of its places; sends nothing.
  let makeSource: @Sendable (ServiceConnection) throws(PlaceSearchError) -> any PlaceSource
  /// Makes the cost estimator of its queries.
  let makeCosts: @Sendable (SourceConfiguration) -> any EstimateUseCase
  /// Reads the place with an id from the body of a response; `nil` if the body doesn't contain it or is from another
  /// service.
  ///
  /// The names are in the given language, if there is one.
  let readPlace: @Sendable (_ id: String, _ body: [UInt8], _ language: String?) -> Place?
  /// Requests the place with an id; `nil` if the service doesn't support it.
  var lookUp: (@Sendable (String, ServiceConnection) async throws(PlaceSearchError) -> Place?)?
  /// Makes the downloader of its places; `nil` if the licence doesn't allow storing them.
  var makeFetch: (@Sendable (ServiceConnection) -> any FetchIndexUseCase)?

  static func of(_ service: Service) -> ServiceSource {
    guard let source = all.first(where: { $0.service == service }) else {
      preconditionFailure("a service is made where it is listed")
    }
    return source
  }
}

/// The dependencies of a service's client.
struct ServiceConnection: Sendable {
  let service: Service
  let configuration: SourceConfiguration
  /// The settings of the service.
  var settings: ServiceSettings
  let exchange: any HTTPExchange
  /// The addresses of the service, in its order.
  let addresses: [ServiceAddress]
  let userAgent: String
  let mask: SecretMask
  /// The gate of all its requests.
  let gate: RequestGate
  /// The cache of its responses.
  let responses: ResponseStore
  /// The counts of calls for its quotas.
  let calls: CallCounts

  /// The clock for waits.
  var time = Timekeeper.system

  /// The address of its place search.
  var address: ServiceAddress { addresses[0] }

  /// The time that each request of a large area adds to the limit: a fifth of a second, or twice the interval of the
  /// pace; `nil` if the time limit is fixed.
  var growth: Duration? {
    guard configuration.timeoutGrows else { return nil }
    return max(.milliseconds(200), RequestRate(requestsPerSecond: settings.requestsPerSecond).interval * 2)
  }

  /// The maximum number of requests of a query without a user-defined limit.
  private static let largeQuery = 500
  /// The number of requests of a query that is always allowed, enough for a few pages.
  private static let smallQuery = 10
  /// The divisor of today's remaining calls that gives the allowance of a query.
  private static let shareOfDay = 5

  /// Returns the number of requests that a query may take; `nil` if the user has set a limit.
  func allowance(for query: PlaceQuery) -> RequestBudget.Allowance? {
    guard configuration.maximumRequests == nil, configuration.requestBudget == nil else { return nil }
    guard !configuration.sendsBeyondAllowance, let report = try? calls.report(), let call = service.call(for: query)
    else { return RequestBudget.Allowance(requests: Self.largeQuery) }
    let left = report.left(for: call)
    let requests = max(Self.smallQuery, min(Self.largeQuery, left / Self.shareOfDay))
    return RequestBudget.Allowance(requests: requests, left: call.dailyAllowance == nil ? nil : left)
  }

  /// Makes an engine that sends requests.
  ///
  /// - Parameters:
  ///   - address: The address to query; defaults to the address of the place search.
  ///   - refusal: Interprets responses whose status isn't 200.
  /// - Returns: The engine, with the pace that all kinds of requests share.
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
      // A slower rate applies only to this process, whose gate enforces it.
      let rate = settings.requestsPerSecond
      engine.machinePace = Pace(
        of: service,
        stateDirectory: configuration.stores.stateDirectory,
        address: base,
        key: settings.key,
        requestsPerSecond: rate > 0 ? max(rate, ServiceSettings().requestsPerSecond) : rate,
        time: time
      )
    }
    return engine
  }
}
