import Foundation

/// A GET request: where to, and the header fields to send along.
struct HTTPRequest: Sendable, Hashable {
  /// The whole address.
  let url: URL
  /// Header fields by name.
  let fields: [String: String]
}
