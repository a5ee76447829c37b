import Domain
import EmbeddedFiles
import Foundation
import Tables
import Testing

@testable import PlaceIndex
@testable import Platform

/// The sample is embedded as index bytes; its source is ``SamplePlaces``, and `make sample` regenerates it.
struct SampleIndexTests {
  @Test func `the embedded sample is the index of its source`() throws {
    let expected = try Self.index()
    if let path = ProcessInfo.processInfo.environment["PLACEFIND_RECORD_SAMPLE"] {
      try Data(expected).write(to: URL(filePath: path))
    } else {
      let isSame = EmbeddedFile(.sample).elementsEqual(expected)
      #expect(isSame, "the sample or the format of an index has changed: make sample")
    }
  }

  private static func index() throws -> [UInt8] {
    var importer = PlaceImporter()
    try importer.read(SamplePlaces.featureCollection, name: "sample")
    let bytes = try importer.builder.assemble()
    return withExtendedLifetime(bytes) { bytes.view.array }
  }

  private func gasWithin(_ meters: Double) throws -> PlaceQuery {
    let center = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    let radius = try #require(Distance(meters: meters).flatMap { SearchRadius($0) })
    return try PlaceQuery(categories: [.group(.gas)], area: .circle(center: center, radius: radius))
  }

  @Test func `the example of the README has a result, nearest first`() async throws {
    let sample = try IndexedPlaces.sample()
    let result = try await sample.places(matching: gasWithin(1000), progress: nil)
    #expect(result.places.count == 15)
    #expect(!result.isComplete && result.totalCount ?? 0 > 15)
    #expect(result.places.map { $0.distance?.meters ?? -1 } == result.places.map { $0.distance?.meters ?? -1 }.sorted())
    #expect(result.provenance == Provenance(source: .sample))
  }

  @Test(arguments: CategoryGroup.allCases)
  func `every group has places, visibly made up`(group: CategoryGroup) async throws {
    let query = try PlaceQuery(categories: [.group(group)], area: .anywhere(center: nil))
    let result = try await IndexedPlaces.sample().places(matching: query.limited(to: .all), progress: nil)
    #expect(result.places.count >= 10 && result.isComplete)
    for found in result.places {
      #expect(found.place.group == group)
      #expect(found.place.name?.hasPrefix("샘플") == true)
      #expect(found.place.roadAddress?.hasPrefix("샘플시 샘플로") == true)
      #expect(found.place.phone?.hasPrefix("02-000-0") ?? true)
    }
  }

  @Test func `a query of the sample sends no request`() throws {
    #expect(try IndexedPlaces.sample().cost(of: gasWithin(1000).limited(to: .all)).requests == 0...0)
  }
}
