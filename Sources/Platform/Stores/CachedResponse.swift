/// A cached response.
struct CachedResponse: Sendable {
  /// The body; empty if the response was too large for one request.
  let body: [UInt8]
  /// The time of the response in seconds since 1970.
  let atSeconds: Int64
  let age: Duration
}
