/// Why a query was not answered.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum PlaceSearchError: Error, Sendable, Hashable {
  /// No source was chosen, and this machine has neither a key nor an index for the query; the services to choose from.
  case sourceMissing([Service])
  /// The service was chosen and there is no key for it.
  case keyMissing(Service)
  /// The service does not accept the key (401) or the key's app may not use the service (403); `code` is the service's
  /// own number for the reason.
  case keyRefused(Service, status: Int, code: Int? = nil, message: String?)
  /// The service does not take requests from this program or this machine.
  case clientRefused(Service, status: Int)
  /// The quota of the day or the month is used up; `retryAfter` is how long the service asks to wait.
  case quotaExhausted(Service, status: Int, retryAfter: Duration? = nil, message: String?)
  /// The free calls of the day or the month are used up, by the count of this machine; `call` names their kind.
  case allowanceSpent(Service, call: String)
  /// The query is expected to take more requests than are sent without a limit of the user.
  case tooManyRequests(expected: Int, allowed: Int)
  /// The budget of requests for the whole run is used up.
  case budgetSpent(requests: Int)
  /// The service is not to be asked until the time of the query is over: it asked for that itself, or is given a rest
  /// by this program.
  case throttled(status: Int, retryAfter: Duration?, isAsked: Bool = true)
  /// The service rejects the request as wrong.
  case requestRejected(status: Int, code: Int?, message: String?)
  /// The service reports an error of its own.
  case serviceFailing(status: Int, code: Int?, message: String?)
  /// The service cannot be reached: no route, connection refused or reset, no such host.
  case unreachable(host: String, detail: String)
  /// No request can reach the service because of the configuration of this machine or of a proxy.
  case networkNotSetUp(host: String, NetworkSetupProblem)
  /// The answer did not come in time.
  case timedOut(after: Duration)
  /// An answer came and cannot be trusted.
  case untrustworthy(AnswerError)
  /// The service's address cannot be used.
  case endpointUnusable(String, EndpointError)
  /// The source does not support this query.
  case unsupported(SourceLimit)
  /// A file could not be read.
  case fileUnreadable(path: String, reason: String)
  /// A file was read and its content cannot be used.
  case dataUnusable(path: String, reason: String)
  /// A file has a known format that cannot be read; `archive` is the archive that contains it, if any.
  case foreignFile(path: String, archive: String? = nil, ForeignFormat)
  /// No places can be read from an archive.
  case archiveUnusable(path: String, ArchiveProblem)
  /// The query was cancelled.
  case cancelled
}

/// Why an answer cannot be trusted.
public enum AnswerError: Sendable, Hashable {
  /// The header does not declare JSON; the content type, if there is one.
  case contentType(String?)
  /// The body is not UTF-8.
  case notUTF8
  /// The body is truncated or not as the service documents.
  case unreadable(detail: String)
  /// The body is larger than any real answer, in bytes.
  case tooLarge(limit: Int)
  /// A centre was sent and the places carry no distance: the service ignored it.
  case centerIgnored
  /// The places are those of another question: the name of one, and how it contradicts the question.
  case otherQuestion(place: String, AnswerMismatch)
  /// The service redirected the request, which is not followed because of the key.
  case redirected(host: String?)
  /// A status that the service does not document.
  case status(Int)
}

/// How a place contradicts the question that it should answer.
public enum AnswerMismatch: Sendable, Hashable {
  /// The distance that the service reports is not that of its coordinates from the centre.
  case distance(told: Distance, measured: Distance)
  /// Its coordinates lie outside of the area.
  case outsideArea
  /// It has another category, or none; the service's code.
  case category(code: String?)
}

/// What prevents every request until the configuration changes.
public enum NetworkSetupProblem: Sendable, Hashable {
  /// /proc is not mounted, without which the network library ends the process.
  case processFilesMissing
  /// The network library is not installed.
  case libraryMissing
  /// The network library is installed and cannot be loaded.
  case libraryDamaged(detail: String)
  /// The network library is too old to have every function that is needed.
  case libraryTooOld(version: String)
  /// This machine has no root certificates.
  case certificatesMissing
  /// The file of certificates that the environment names cannot be read.
  case certificatesUnreadable(path: String)
  /// The certificate of the service is not valid.
  case certificateRejected(detail: String)
  /// The proxy refused the request with this status.
  case proxyRefused(status: Int)
}

/// Why a service's address cannot be used.
public enum EndpointError: Sendable, Hashable {
  /// It is not an http or https address of just a host and a port, as the example is.
  case malformed(example: String)
  /// Plain http to another machine would expose the key to the network.
  case plainHTTPToRemoteHost
}

/// A query that a source does not support.
public enum SourceLimit: Sendable, Hashable {
  /// The source has no such category, and none of the program's words means it; the nearest that the source has, if
  /// any.
  case category(String, nearest: String? = nil)
  /// No place of the source has such a key of further facts; the keys that it has.
  case attribute(String, known: [String])
  /// The service tells no further facts of places.
  case attributes(Service)
  /// The centre lies outside the area that the service covers; it would answer nationwide.
  case outsideServiceArea(Service, Coordinate, looksSwapped: Bool)
  /// The area lies outside the index, and would lie inside with latitudes and longitudes exchanged.
  case swappedCoordinates(SearchArea)
  /// The radius is larger than the service takes.
  case radiusTooLarge(maximum: Distance)
  /// The service searches for a category only in an area.
  case categoryWithoutArea
  /// The box crosses the antimeridian or leaves the service's area; it is the one around a shape of this name, if any.
  case boxOutsideServiceArea(Service, BoundingBox, around: String? = nil)
  /// A page that the service does not have, since its pages are fewer or smaller.
  case page(Service)
  /// A single page of several categories at once, which the service does not offer.
  case severalCategoriesOnOnePage
  /// A single page of a kind, which the service does not tell from the rest of the group that it names, if any.
  case kindOnOnePage(Kind)
  /// A page of polygons or of a corridor, which no service has.
  case shapeOnOnePage
  /// The area is larger than the service can be asked for; for a text alone, it has to be smaller still.
  case areaTooLarge(Service, isText: Bool)
}
