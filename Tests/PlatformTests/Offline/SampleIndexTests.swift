import Domain
import Foundation
import Testing

@testable import PlaceIndex
@testable import Platform

/// The sample is embedded as the bytes of an index; its source is ``SamplePlaces``, and `make sample` renews it.
struct SampleIndexTests {
  @Test func `the embedded sample is the index of its source`() throws {
    let expected = try Self.index()
    if let path = ProcessInfo.processInfo.environment["PLACEFIND_RECORD_SAMPLE"] {
      try Data(expected).write(to: URL(filePath: path))
    } else {
      let isSame = PackageResources.sample_pfx == expected
      #expect(isSame, "the sample or the format of an index has changed: make sample")
    }
  }

  private static func index() throws -> [UInt8] {
    var importer = PlaceImporter()
    try importer.read(SamplePlaces.featureCollection, name: "sample")
    let bytes = try importer.builder.assemble()
    return withExtendedLifetime(bytes) { bytes.view.array }
  }
}
