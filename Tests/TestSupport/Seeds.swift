import Foundation

/// The share of random trials that tests make: a quarter, or all with `SEEDS=all`, as in `make test-scale`.
package enum Seeds {
  package static let areAll = ProcessInfo.processInfo.environment["SEEDS"] == "all"

  /// Returns the number of trials to make.
  package static func count(of all: Int) -> Int { areAll ? all : max(1, all / 4) }

  /// Returns the trials to make.
  ///
  /// The step varies, so that the trials of a test with cases in a cycle of four have all of its cases.
  package static func some<Trial>(of all: [Trial]) -> [Trial] {
    areAll ? all : all.enumerated().compactMap { ($0.offset + $0.offset / 4) % 4 == 0 ? $0.element : nil }
  }
}
