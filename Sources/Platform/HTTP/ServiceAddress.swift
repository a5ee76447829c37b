import Domain
import Foundation

/// The validated address of a service: scheme, host, port and, if the service has one, a path.
///
/// Plain HTTP is allowed only for this machine, because the key is sent in a header.
package struct ServiceAddress: Sendable, Hashable {
  /// The address without a trailing slash.
  let base: String
  /// The host, for messages.
  let host: String

  init(_ text: String, example: String) throws(PlaceSearchError) {
    guard
      // Percent-encoding could hide another host.
      !text.contains("%"), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
      parts.path.isEmpty || parts.path == "/" || URLComponents(string: example)?.path.isEmpty == false,
      parts.port.map({ (1...65_535).contains($0) }) ?? true
    else { throw .endpointUnusable(text, .malformed(example: example)) }
    guard scheme == "https" || Self.isLoopback(host) else { throw .endpointUnusable(text, .plainHTTPToRemoteHost) }
    self.host = host
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    // Collapses repeated slashes and drops the trailing one. Not `joined`: its conformance lookup costs as much as a
    // row of a batch.
    let path = parts.path.split(separator: "/").reduce(into: "") { $0 += "/\($1)" }
    base = "\(scheme)://\(bracketed)" + (parts.port.map { ":\($0)" } ?? "") + path
    guard URL(string: base) != nil else { throw .endpointUnusable(text, .malformed(example: example)) }
  }

  /// Returns whether a host name always means this machine, whatever a resolver returns.
  package static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host == "[::1]" || host == "::1" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
