import Foundation
import TestSupport
import Testing

@testable import App

@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: PageBrowser.path != nil, "skipped: the page in a browser (no Chromium is installed)")
)
struct PageClusterTests {
  /// The function of `page.js` that assigns points to markers.
  private static let clusters: Substring? = {
    let script = String(decoding: ResultPage.script, as: UTF8.self)
    guard let start = script.range(of: "const clusters = ")?.upperBound,
      let end = script.range(of: "\n  };", range: start..<script.endIndex)?.upperBound
    else { return nil }
    return script[start..<end].dropLast()
  }()

  @Test func `the canvas and the drawing cluster places by one rule`() async throws {
    let clusters = try #require(Self.clusters)
    var random = SeededRandom(57)
    // Whole numbers of units after every division of the rule.
    let trials = [2, 20, 300, 3_000].map { count in
      (0..<count).map { _ in
        let isCrowded = random.unit() < 0.5
        return [
          Int(random.unit() * (isCrowded ? 15 : 119)) * 8, Int(random.unit() * (isCrowded ? 10 : 79)) * 8,
        ]
      }
    }
    let expected = trials.map { points in
      var clusters = MarkerClusters(width: 960, height: 640, labelWidth: 38, labelHeight: 16)
      for (position, point) in points.enumerated() { clusters.add(position, column: point[0], row: point[1]) }
      return clusters.markers().map { [$0.column, $0.row] + $0.members }
    }
    let work = """
      \(trials).map((points) => (\(clusters))(points.map(([x, y], place) => ({ x, y, place })), 38, 16)
        .map((mark) => [mark.x, mark.y, ...mark.members]))
      """
    try await TemporaryDirectory.with { directory in
      let file = directory.file("map.html")
      #expect(try await Placefind.run("-c cafe --at 37.4979,127.0276 --source sample -o \(file)").status == 0)
      try await PageBrowser.show(file, in: directory) { page in
        let found = try #require(try page.value(of: work) as? [[[Int]]])
        for (found, expected) in zip(found, expected) { #expect(found == expected) }
        #expect(found.map(\.count) == expected.map(\.count))
      }
    }
  }
}
