import Foundation

/// A whole answer, whatever its status.
struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Header fields by lower-cased name.
  let fields: [String: String]
  /// The body, at most ``HTTPResponse/bodyLimit`` bytes.
  let body: Data

  /// The largest body that is taken, in bytes: a thousand times an honest page.
  ///
  /// Where a shim stands before libcurl, the bodies under way together have no more either, while 64 KiB of each are
  /// always taken.
  static let bodyLimit = 8 * 1_024 * 1_024
}
