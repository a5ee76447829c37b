import Domain
import Foundation
import Testing

@testable import PlaceIndex

@Suite struct OldVersionTests {
  @Test func `an index of version 1 is an input of a build, whose answer has the same places`() throws {
    var importer = PlaceImporter()
    try importer.read([UInt8](try #require(Data(base64Encoded: Self.version1))), name: "old.pfx.gz")
    let index = try importer.builder.makeIndex()
    try index.verify()
    let cafes = try index.places(matching: PlaceQuery(categories: [.group(.cafe)], area: .anywhere(center: nil)))
    #expect(cafes.places.map(\.place.name) == ["가온"])
    #expect(cafes.places.map(\.place.categoryPath) == ["카페"])
    let named = try index.places(matching: PlaceQuery(text: SearchText("č"), area: .anywhere(center: nil)))
    #expect(named.places.map(\.place.name) == ["Č"])
  }

  @Test func `an index of version 1 is not searched`() throws {
    var bytes = try withExtendedLifetime(PlaceIndexBuilder().assemble()) { $0.view.array }
    bytes[8] = 1
    #expect(throws: IndexFileError.otherVersion(path: "old.pfx", version: 1, supported: 2)) {
      try PlaceIndex(bytes: bytes, name: "old.pfx")
    }
  }

  /// The example of the page on version 1, compressed by gzip.
  private static let version1 = """
    H4sIAAAAAAACA+3dPUiCQRzH8ecpK1AqaRBpqiFHsyKjJaShxSFBgmyqpCWKgiBqsWcNeqGlGmurpSJCMgiipKmWSKmpIWjozYbWMM/neSrBHl\
    uE1O8HftxzHod6251/znlfT3+1ud4sSynWVBQprUzK3lZJmWT9wao2TVo33Bf6SIyt+fV5UoPaeLRuaPbsoTe2qZTr4y61qdO6cX9gt/bm3GnS\
    xz2Zb/i02n3f7Kl5rdDHfZkfdKfr2PQmX49W6uODamPXulcvF7Gu5ffhr+8zqTYOrWtPuBvjt7YjCQAAAACAAjY1cZr4uAyuiO20JZWRmaHxyb\
    ERZ3BqWmypzam0dHS2t7na3S4XywUAAAAAQMGTfzyfWAZsIsr2vldE1API0ncOIwGbyMZd2CvC6gEAAAAA8P/p9fmiTv45cvCytM6aAAAAAABQ\
    bMRv/clkcu63iHFJvRUga0SNgNH8dA2BwXxRS2A0X4wbzRc1CEbztRoFxSAAAAAAAJTE/j/H/jivyXU+kO/kOl/Id/5wPpHvAAAAAABKiH7vvo\
    OlAAAAAACg6JjSe385fQ1AWWt0IbooXqmVZfWP81oe95Tn9S3WCQAAAACAQvYJXO2uIgCAAAA=
    """
}
