import Foundation

/// How many random shapes the tests try: some hundred, or as many of each sort as `PLACEFIND_SHAPES` says, over more
/// places, as `make test-scale` does.
package enum ShapeTrials {
  /// The polygons, and the lines, of a large trial; `nil` for a usual one.
  package static let large = Int(ProcessInfo.processInfo.environment["PLACEFIND_SHAPES"] ?? "")

  /// The shapes that one of some cases tries, half of them polygons.
  package static func count(usually usual: Int, ofCases cases: Int) -> Int {
    large.map { max(usual, ($0 * 2 + cases - 1) / cases) } ?? usual
  }

  /// The places among which they are looked for.
  package static func placeCount(usually usual: Int) -> Int { large == nil ? usual : max(usual, 20_000) }
}
