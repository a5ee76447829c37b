/// An error of a query.
///
/// Cases carry facts; the application writes the message.
public enum PlaceSearchError: Error, Sendable, Hashable {
  /// No source was chosen, and this machine has neither a key nor an index for the query; the value is the available
  /// services.
  case sourceMissing([Service])
  /// The chosen service has no key.
  case keyMissing(Service)
  /// The service rejects the key (401), or the key's app may not use the service (403); `code` is the service's own
  /// error code.
  case keyRefused(Service, status: Int, code: Int? = nil, message: String?)
  /// The service rejects requests from this program or this machine.
  case clientRefused(Service, status: Int)
  /// The daily or monthly quota is exhausted; `retryAfter` is the pause that the service requests.
  case quotaExhausted(Service, status: Int, retryAfter: Duration? = nil, message: String?)
  /// The free requests of the day or month are used up, as counted on this machine; `call` is their kind.
  case allowanceSpent(Service, call: String)
  /// The query is expected to need more requests than are allowed without an explicit limit; `left` is the rest of
  /// today's calls, if their number is limited.
  case tooManyRequests(expected: Int, allowed: Int, left: Int? = nil)
  /// The request budget of the run is used up.
  case budgetSpent(requests: Int)
  /// The query has sent its maximum number of requests before it found any place.
  case maximumSent(requests: Int)
  /// The service is paused beyond the query's time limit; `isRequested` if the service requested the pause, rather than
  /// this program.
  case throttled(status: Int, retryAfter: Duration?, isRequested: Bool = true)
  /// The service rejects the request as invalid.
  case requestRejected(status: Int, code: Int?, message: String?)
  /// The service reports an internal error.
  case serviceFailing(status: Int, code: Int?, message: String?)
  /// The service is unreachable: no route, connection refused or reset, unknown host; `wasSent` if the connection was
  /// lost after the request.
  case unreachable(host: String, detail: String, wasSent: Bool = false)
  /// The configuration of this machine or of a proxy prevents every request.
  case networkNotSetUp(host: String, NetworkSetupProblem)
  /// The response didn't arrive in time.
  case timedOut(after: Duration)
  /// The response can't be trusted.
  case untrustworthy(ResponseError)
  /// The service's address is invalid.
  case endpointUnusable(String, EndpointError)
  /// The source doesn't support the query.
  case unsupported(UnsupportedQuery)
  /// The index of the query can't be read.
  case index(IndexFileError)
  case cancelled
}

/// A reason not to trust a response.
public enum ResponseError: Sendable, Hashable {
  /// The header doesn't declare JSON; the value is the content type.
  case contentType(String?)
  /// The body isn't UTF-8.
  case notUTF8
  /// The body is truncated or differs from the service's documentation.
  case unreadable(detail: String)
  /// The body is larger than any real response, in bytes.
  case tooLarge(limit: Int)
  /// The request has a centre, but the places have no distances: the service ignored the centre.
  case centerIgnored
  /// The places belong to another query; the values are the name of one place and its contradiction.
  case otherQuery(place: String, ResponseMismatch)
  /// The service redirected the request.
  ///
  /// Redirects aren't followed, to protect the key.
  case redirected(host: String?)
  /// The service doesn't document the HTTP status.
  case status(Int)
}

/// The contradiction between a place and its query.
public enum ResponseMismatch: Sendable, Hashable {
  /// The distance in the response differs from the distance between the coordinates and the centre.
  case distance(reported: Distance, measured: Distance)
  /// The coordinates are outside the area.
  case outsideArea
  /// The place has another category or none; `code` is the service's code.
  case category(code: String?)
  /// No name of the place has the requested text.
  case name
}

/// A configuration fault that prevents every request.
public enum NetworkSetupProblem: Sendable, Hashable {
  /// /proc isn't mounted; the network library would abort the process.
  case processFilesMissing
  /// The network library isn't installed.
  case libraryMissing
  /// The network library is installed but can't be loaded.
  case libraryDamaged(detail: String)
  /// The network library is too old and lacks a required function.
  case libraryTooOld(version: String)
  /// This machine has no root certificates.
  case certificatesMissing
  /// The certificate file that the environment names can't be read.
  case certificatesUnreadable(path: String)
  /// The service's certificate is invalid.
  case certificateRejected(detail: String)
  /// The proxy refused the request with this status.
  case proxyRefused(status: Int)
}

/// A reason why a service's address is invalid.
public enum EndpointError: Sendable, Hashable {
  /// The address isn't an http or https URL of only a host and a port; the example is a valid address.
  case malformed(example: String)
  /// Plain http to another machine would expose the key to the network.
  case plainHTTPToRemoteHost
  /// The public server of names and addresses, although the user chose the server of places; the environment variable
  /// chooses this one.
  case notChosen(variable: String)
}

/// A reason why a source doesn't support a query.
public enum UnsupportedQuery: Sendable, Hashable {
  /// The source doesn't have the category, and the word has no other meaning; `nearest` is the most similar category of
  /// the source.
  case category(String, nearest: String? = nil)
  /// No place of the source has the attribute; `known` is the source's attribute keys.
  case attribute(String, known: [String])
  /// The service has no attributes.
  case attributes(Service)
  /// The centre is outside the service's area; the service would search nationwide.
  case outsideServiceArea(Service, Coordinate, looksSwapped: Bool)
  /// The area is outside the index, which has places in the area with latitudes and longitudes swapped.
  case swappedCoordinates(SearchArea)
  /// The radius exceeds the service's maximum.
  case radiusTooLarge(maximum: Distance)
  /// The service searches by category only within an area.
  case categoryWithoutArea
  /// The box crosses the antimeridian or leaves the service's area; `around` is the name of the shape that it encloses.
  case boxOutsideServiceArea(Service, BoundingBox, around: String? = nil)
  /// The page number or size exceeds the service's limits.
  case page(Service)
  /// The service has no single page of several categories.
  case severalCategoriesOnOnePage
  /// The service has no single page of a query whose places the client must filter.
  ///
  /// The kind is one that the service doesn't distinguish within its group; `nil` for any other filter.
  case filterOnOnePage(Kind?)
  /// No service has pages of polygons or corridors.
  case shapeOnOnePage
  /// The area is too large for the service; a search by text alone needs a smaller area.
  case areaTooLarge(Service, isText: Bool)
}
