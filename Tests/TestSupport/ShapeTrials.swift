import Foundation

/// The number of random shapes in tests: a few hundred, or `PLACEFIND_SHAPES` of each kind over more places, as in
/// `make test-scale`.
package enum ShapeTrials {
  /// The number of polygons, and of lines, in a large trial; `nil` for a usual trial.
  package static let large = Int(ProcessInfo.processInfo.environment["PLACEFIND_SHAPES"] ?? "")

  /// Returns the number of shapes for one of several test cases; half of them are polygons.
  package static func count(usually usual: Int, ofCases cases: Int) -> Int {
    large.map { max(usual, ($0 * 2 + cases - 1) / cases) } ?? usual
  }

  /// Returns the number of places to search.
  package static func placeCount(usually usual: Int) -> Int { large == nil ? usual : max(usual, 20_000) }
}
