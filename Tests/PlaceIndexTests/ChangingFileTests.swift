import Domain
import Foundation
import Synchronization
import Tables
import TestSupport
import Testing

@testable import PlaceIndex

/// An index that is truncated or overwritten while it is open.
@Suite struct ChangingFileTests {
  private let directory = TemporaryDirectory()

  private static func builder(_ count: Int, name: String) throws -> PlaceIndexBuilder {
    let builder = PlaceIndexBuilder()
    for number in 0..<count {
      let coordinate = try Coordinate(
        latitude: 37.4 + Double(number % 97) / 500,
        longitude: 127 + Double(number % 89) / 500
      )
      try builder.add(Place(id: "\(number)", name: "\(name) \(number)", coordinate: coordinate, group: .cafe))
    }
    return builder
  }

  private static func query() throws -> PlaceQuery {
    try PlaceQuery(
      categories: [.group(.cafe)],
      area: .anywhere(center: try Coordinate(latitude: 37.5, longitude: 127.1))
    )
  }

  private enum Change: CaseIterable {
    case emptied, halved, overwritten, shorter, zeroed
  }

  @Test(arguments: Change.allCases)
  private func `an index that changes while it is open is reported by every way of reading it`(change: Change)
    async throws
  {
    let path = directory.file("live.pfx")
    _ = try Self.builder(1500, name: "before").write(to: path)
    let index = try PlaceIndex(contentsOf: path)
    let query = try Self.query()
    #expect(try index.places(matching: query, limit: 3).totalCount == 1500)
    let bytes: Data
    switch change {
    case .emptied: bytes = Data()
    case .halved: bytes = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(60_000)
    case .overwritten: bytes = Data(try Self.builder(1500, name: "after!").assembled)
    case .shorter: bytes = Data(try Self.builder(100, name: "after").assembled)
    case .zeroed: bytes = Data(count: try Data(contentsOf: URL(fileURLWithPath: path)).count)
    }
    // Overwrites the file in place, like `cp`.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
    let changed = IndexFileError.changed(path: path)
    // Half of the file still has its header; the rest is found missing when a query reads it.
    #expect(throws: changed) { try index.places(matching: query) }
    #expect(throws: changed) { try index.places(matching: query, limit: 3) }
    #expect(throws: changed) { try index.verify() }
    if change == .overwritten || change == .shorter {
      #expect(try PlaceIndex(contentsOf: path).places(matching: query, limit: 1).places.count == 1)
    }
  }

  @Test func `a file that is overwritten while it is read never ends the process`() async throws {
    let path = directory.file("live.pfx")
    _ = try Self.builder(500, name: "이름").write(to: path)
    let valid = try Data(contentsOf: URL(fileURLWithPath: path))
    let isOver = Atomic(false)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let index = try PlaceIndex(contentsOf: path)
    let query = try Self.query()
    Threads.run(2, on: 2) { part, _ in
      if part == 0 {
        var random = SeededRandom(9)
        for repetition in 0..<1000 {
          let at = UInt64.random(in: UInt64(IndexLayout.pageBytes)..<UInt64(valid.count - 8), using: &random)
          try? file.seek(toOffset: at)
          let junk =
            repetition % 2 == 0
            ? valid[Int(at)..<Int(at) + 8] : Data((0..<8).map { _ in UInt8.random(in: 0...255, using: &random) })
          try? file.write(contentsOf: junk)
        }
        isOver.store(true, ordering: .releasing)
      } else {
        while !isOver.load(ordering: .acquiring) {
          _ = try? index.places(matching: query, limit: 20)
          _ = try? index.places(matching: query, limit: nil)
          _ = try? PlaceIndex(contentsOf: path).verify()
        }
      }
    }
    try file.close()
  }

  @Test func `an input that is truncated while it is imported is reported`() async throws {
    let path = directory.file("rows.ndjson")
    try directory.write(String(repeating: "{\"lat\":37.5,\"lng\":127.5}\n", count: 100_000), to: "rows.ndjson")
    var importer = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: 1, chunkBytes: 1 << 18))
    #expect(throws: IndexFileError.changed(path: path)) {
      try importer.read(path: path) { _, _ in unsafe truncate(path, 1_200_000) == 0 }
    }
  }

  @Test func `a closed index releases its entry among the guarded files`() async throws {
    let path = directory.file("a.pfx")
    _ = try Self.builder(1, name: "a").write(to: path)
    for _ in 0..<600 { #expect(try PlaceIndex(contentsOf: path).placeCount == 1) }
  }
}

extension PlaceIndexBuilder {
  fileprivate var assembled: [UInt8] {
    get throws { withExtendedLifetime(try assemble()) { $0.view.array } }
  }
}
