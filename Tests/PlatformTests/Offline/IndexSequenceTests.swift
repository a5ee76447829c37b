import Domain
import Foundation
import IndexChecks
import PlaceIndex
import TestSupport
import Testing

@testable import Platform

/// An index depends only on its inputs, not on the order in which they were added.
@Suite struct IndexSequenceTests {
  private static let letters = ["a", "b", "c", "d"]

  /// Returns a file of places, some of which other files contain too: with or without the same id, nearby or far away,
  /// with other texts.
  private static func table(_ random: inout SeededRandom, hasIdentifiers: Bool) -> String {
    var text = (hasIdentifiers ? "id," : "") + "name,영문명,lat,lng,category,phone,website,capacity,operator\n"
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let number = Int.random(in: 0..<25, using: &random)
      let isFar = Int.random(in: 0..<8, using: &random) == 0
      let isChain = number % 3 == 0
      var cells = hasIdentifiers ? ["\(number)"] : []
      cells.append(
        isChain ? "가온 \(["", "역삼점", "본점"][number % 3])" : Int.random(in: 0..<6, using: &random) == 0 ? "" : "곳\(number)"
      )
      cells.append(isChain && Bool.random(using: &random) ? "gaon" : "")
      cells.append("37.\(5000 + number * 11 + (isFar ? 900 : 0))")
      cells.append("127.\(1000 + number * 7)")
      cells.append(["cafe", "bank", "주차장", ""][Int.random(in: 0..<4, using: &random)])
      cells.append(Bool.random(using: &random) ? "02-\(Int.random(in: 0..<9, using: &random))" : "")
      cells.append(Bool.random(using: &random) ? "https://example.org/\(number)" : "")
      cells.append(Bool.random(using: &random) ? "\(Int.random(in: 0..<5, using: &random))" : "")
      cells.append(Bool.random(using: &random) ? "운영 \(number % 4)" : "")
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  private static func build(_ inputs: [String], to output: String) async throws {
    var request = IndexBuildRequest(inputs: inputs, output: output)
    request.replacesAnything = true
    _ = try await IndexFiles().build(request, progress: nil)
  }

  private static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test(arguments: Seeds.some(of: Array(0..<20)))
  func `adding, removing and replacing inputs makes the bytes of a fresh build`(seed: Int) async throws {
    let directory = TemporaryDirectory()
    var random = SeededRandom(UInt64(900 + seed))
    func write(_ letter: String) throws {
      let hasIdentifiers = letter != "c"
      try directory.write(Self.table(&random, hasIdentifiers: hasIdentifiers), to: "\(letter).csv")
    }
    for letter in Self.letters { try write(letter) }
    let live = directory.file("live.pfx")
    let fresh = directory.file("fresh.pfx")
    var order = [Self.letters[Int.random(in: 0..<4, using: &random)]]
    try await Self.build([directory.file("\(order[0]).csv")], to: live)
    for _ in 0..<12 {
      let letter = Self.letters[Int.random(in: 0..<4, using: &random)]
      var request = IndexBuildRequest(inputs: [directory.file("\(letter).csv")], output: live)
      request.addsToOutput = true
      if order.contains(letter), order.count > 1, Bool.random(using: &random) {
        request.inputs = []
        request.removedInput = directory.file("\(letter).csv")
        order.removeAll { $0 == letter }
      } else {
        if order.contains(letter) { try write(letter) } else { order.append(letter) }
      }
      _ = try await IndexFiles().build(request, progress: nil)
      try await Self.build(order.map { directory.file("\($0).csv") }, to: fresh)
      let isSame = try Self.bytes(live) == Self.bytes(fresh)
      #expect(isSame, "\(order), seed \(seed)")
      try PlaceIndex(contentsOf: live).checkFormat()
      guard isSame else { return }
    }
  }

  @Test func `places of a removed input only are no longer found`() async throws {
    let directory = TemporaryDirectory()
    let head = "id,name,alt_name,lat,lng,category,phone,capacity\n"
    try directory.write(head + "1,가온,,37.5,127,cafe,,\n", to: "a.csv")
    try directory.write(head + "1,가온,gaon,37.5,127,cafe,02-1,12\n", to: "b.csv")
    let path = directory.file("live.pfx")
    try await Self.build([directory.file("a.csv"), directory.file("b.csv")], to: path)
    let text = try #require(SearchText("gaon"))
    let both = try PlaceIndex(contentsOf: path)
    #expect(try both.places(named: text, limit: 3).places.first?.place.phone == "02-1")
    var request = IndexBuildRequest(inputs: [], output: path)
    request.addsToOutput = true
    request.removedInput = "b.csv"
    _ = try await IndexFiles().build(request, progress: nil)
    let one = try PlaceIndex(contentsOf: path)
    #expect(try one.places(named: text, limit: 3).places.isEmpty)
    let place = try #require(try one.place(withID: "1")?.places.first?.place)
    #expect(place.phone == nil && place.attributes.isEmpty)
    #expect(one.attributeKeys.isEmpty)
  }
}
