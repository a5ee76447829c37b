/// Why a query was not answered.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum PlaceSearchError: Error, Sendable, Hashable {
  /// The service was chosen and there is no key for it.
  case keyMissing
  /// The service does not accept the key (401) or the key's app may not use the service (403); `code` is the service's
  /// own number for the reason.
  case keyRefused(status: Int, code: Int? = nil, message: String?)
  /// The day's or month's allowance is used up; `retryAfter` is how long the service asks to wait.
  case quotaExhausted(status: Int, retryAfter: Duration? = nil, message: String?)
  /// The requests that all queries together may cost are used up.
  case budgetSpent(requests: Int)
  /// The service asks to slow down and did so until the time was over.
  case throttled(status: Int, retryAfter: Duration?)
  /// The service says the request is wrong.
  case requestRejected(status: Int, code: Int?, message: String?)
  /// The service has a fault of its own.
  case serviceFailing(status: Int, code: Int?, message: String?)
  /// No answer was available: no route, refused, reset, no such host.
  case unreachable(host: String, detail: String)
  /// No request can reach the service as this machine or the way to the service is set up.
  case networkNotSetUp(host: String, NetworkSetupProblem)
  /// The pace leaves no room for a request: its turn comes after a wait that outlasts the time of the query.
  case paceTooSlow(wait: Duration, timeout: Duration)
  /// The answer did not come in time.
  case timedOut(after: Duration)
  /// The answer came and cannot be believed.
  case untrustworthy(AnswerError)
  /// The service's address cannot be used.
  case endpointUnusable(String, EndpointError)
  /// The source cannot be asked this query.
  case unsupported(SourceLimit)
  /// A file could not be read.
  case fileUnreadable(path: String, reason: String)
  /// A file was read and is not what it should be.
  case dataUnusable(path: String, reason: String)
  /// A file holds places in a known format that is not read.
  case foreignFile(path: String, archive: String? = nil, ForeignFormat)
  /// An archive has no places that can be read.
  case archiveUnusable(path: String, ArchiveProblem)
  /// The query was cancelled.
  case cancelled
}

/// What is wrong with an answer.
public enum AnswerError: Sendable, Hashable {
  /// The body is not JSON.
  case contentType(String?)
  /// The body is not UTF-8.
  case notUTF8
  /// The body is cut short or not what the service documents.
  case unreadable(detail: String)
  /// The body is larger than any real answer, in bytes.
  case tooLarge(limit: Int)
  /// A centre was sent and the places carry no distance: the service ignored it.
  case centerIgnored
  /// The service sent us elsewhere; the key does not follow.
  case redirected(host: String?)
  /// A status that the service does not document.
  case status(Int)
}

/// What keeps every request from the service until somebody changes it.
public enum NetworkSetupProblem: Sendable, Hashable {
  /// There is no /proc, without which the network library ends the process.
  case processFilesMissing
  /// The network library is not installed.
  case libraryMissing
  /// The network library is installed and cannot be loaded.
  case libraryDamaged(detail: String)
  /// The network library lacks functions that are needed; its version.
  case libraryTooOld(version: String)
  /// This machine has no certificates to check the service's with.
  case certificatesMissing
  /// The file of certificates that the environment names cannot be read.
  case certificatesUnreadable(path: String)
  /// The certificate that the service showed is not valid for it.
  case certificateRejected(detail: String)
  /// The proxy does not let the request through, with this status.
  case proxyRefused(status: Int)
}

/// Why a service's address cannot be used.
public enum EndpointError: Sendable, Hashable {
  /// It is not an absolute http or https address with a host, and nothing more.
  case malformed
  /// Plain http to another machine would show the key to the network.
  case plainHTTPToRemoteHost
}

/// What a source cannot do.
public enum SourceLimit: Sendable, Hashable {
  /// The centre lies outside the area that the service covers; it would answer nationwide.
  case outsideServiceArea(Coordinate, looksSwapped: Bool)
  /// The radius is larger than the service takes.
  case radiusTooLarge(maximum: Distance)
  /// The service needs somewhere to look for a category.
  case categoryWithoutArea
  /// The box crosses the antimeridian or leaves the service's area.
  case boxOutsideServiceArea(BoundingBox)
  /// A single page was asked for several categories at once, which the service cannot cut.
  case severalCategoriesOnOnePage
}
