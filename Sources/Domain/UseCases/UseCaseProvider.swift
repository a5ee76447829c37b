/// What answers questions about places: one page, or everything up to a limit.
public typealias SearchUseCases = FindPlaceUseCase & CollectPlacesUseCase
/// What finds the place that a text names, and the address of a coordinate.
public typealias LocateUseCases = LocateTextUseCase & DescribeCoordinateUseCase
/// What is known of an answer before it is asked for: its cost and its source.
public typealias EstimateUseCases = EstimateCostUseCase & DescribeSourceUseCase
/// What builds, describes and verifies index files, and reads tables as a build does.
public typealias IndexUseCases = BuildIndexUseCase & ChooseIndexUseCase & InspectIndexUseCase & ReadTableUseCase
  & VerifyIndexUseCase

/// Makes the use cases: the one dependency that an application is given.
///
/// Each member is a role that a caller has, and none has a default, so that a decorator cannot forget to forward one.
/// All use cases of a provider share one source, which is opened by the first that needs it.
public protocol UseCaseProvider: Sendable {
  /// Opens the source that was chosen, so that making use cases takes no time.
  ///
  /// An index that comes through a pipe is waited for here without keeping the thread; what makes use cases waits for
  /// it too, and keeps it.
  ///
  /// - Throws: When the source cannot be opened.
  func open() async throws(PlaceSearchError)

  /// Makes what answers questions about places.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFindPlaceUseCase() throws(PlaceSearchError) -> any SearchUseCases

  /// Makes what finds places by text and addresses by coordinate.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCases

  /// Makes what estimates costs and names the source; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCases

  /// Makes what fetches the places of an area; `nil` from a source that cannot be kept.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFetchIndexUseCase() throws(PlaceSearchError) -> (any FetchIndexUseCase)?

  /// What is kept on this machine for the user.
  var remembered: RememberedUseCases { get }

  /// What a service was asked and may still be asked.
  var account: AccountUseCases { get }

  /// What builds, describes and verifies index files.
  var indexes: any IndexUseCases { get }
}

/// What is kept on this machine for the user; nothing is opened before it is asked.
public struct RememberedUseCases: Sendable {
  /// Keeps positions by name.
  public let positions: any KeepPositionsUseCase
  /// Lists the queries that were asked.
  public let history: any ReviewHistoryUseCase
  /// Finds a place of an earlier answer again.
  public let recall: any RecallPlaceUseCase
  /// Keeps places.
  public let saved: any SavePlacesUseCase
  /// Remembers which notices were given.
  public let notices: any RememberNoticesUseCase
  /// Reports what could not be stored while queries were answered.
  public let errors: any ReportStoreErrorsUseCase

  public init(
    positions: any KeepPositionsUseCase,
    history: any ReviewHistoryUseCase,
    recall: any RecallPlaceUseCase,
    saved: any SavePlacesUseCase,
    notices: any RememberNoticesUseCase,
    errors: any ReportStoreErrorsUseCase
  ) {
    self.positions = positions
    self.history = history
    self.recall = recall
    self.saved = saved
    self.notices = notices
    self.errors = errors
  }
}

/// What a service was asked and may still be asked.
public struct AccountUseCases: Sendable {
  /// Reports how the requests of this provider's use cases went.
  public let requests: any ReportRequestsUseCase
  /// Reports how much of the quota was used.
  public let quota: any InspectQuotaUseCase
  /// The same of the services that are not chosen.
  public let otherQuotas: [any InspectQuotaUseCase]
  /// Manages the cache of answers.
  public let cache: any ManageCacheUseCase
  /// Checks whether an answer is cached; needs no key.
  public let cached: any CheckCacheUseCase
  /// Why this machine can send no request at all; `nil` when it can.
  public let networkProblem: @Sendable () -> NetworkSetupProblem?
  /// Why no request can be sent to the address of the service; `nil` when one can.
  public let addressProblem: @Sendable () -> PlaceSearchError?

  public init(
    requests: any ReportRequestsUseCase,
    quota: any InspectQuotaUseCase,
    otherQuotas: [any InspectQuotaUseCase],
    cache: any ManageCacheUseCase,
    cached: any CheckCacheUseCase,
    networkProblem: @escaping @Sendable () -> NetworkSetupProblem?,
    addressProblem: @escaping @Sendable () -> PlaceSearchError?
  ) {
    self.requests = requests
    self.quota = quota
    self.otherQuotas = otherQuotas
    self.cache = cache
    self.cached = cached
    self.networkProblem = networkProblem
    self.addressProblem = addressProblem
  }
}
