import Foundation
import TestSupport
import Testing

/// Hashes have a different seed in every process; files don't depend on it.
@Suite(.timeLimit(.minutes(20))) struct SeedTests {
  @Test func `an index has the same bytes whatever the seed of the process is`() async throws {
    let home = TemporaryDirectory()
    let rows = (0..<400).map { number in
      "n\(number),Cafe \(number % 37) 가온 \(number % 11),37.\(1000 + number),127.\(2000 + number * 7 % 900),cafe,wifi \(number % 5)"
    }
    let table = home.file("places.csv")
    try ("id,name,lat,lng,category,description\n" + rows.joined(separator: "\n")).write(
      toFile: table,
      atomically: true,
      encoding: .utf8
    )
    var built: [Data] = []
    for seeds in [["SWIFT_DETERMINISTIC_HASHING": "1"], [:], [:]] {
      let environment = seeds.merging(["HOME": home.path]) { given, _ in given }
      let index = home.file("places\(built.count).pfx")
      let outcome = try await Placefind.run("index build \(table) --keep all -o \(index)", environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      built.append(try Data(contentsOf: URL(filePath: index)))
    }
    #expect(built[0].count > 10_000 && built[0] == built[1] && built[1] == built[2])
  }
}
