import Domain
import Foundation
import Testing

@testable import PlaceIndex
@testable import Platform

/// The sample is embedded as the bytes of an index; its source is ``SamplePlaces``, and `make sample` renews it.
@Suite struct SampleIndexTests {
  @Test func `the embedded sample is the index of its source`() throws {
    let expected = try Self.index()
    if let path = ProcessInfo.processInfo.environment["PLACEFIND_RECORD_SAMPLE"] {
      try Self.source(of: expected).write(toFile: path, atomically: false, encoding: .utf8)
    } else {
      let isSame = Base64.decode(SampleIndex.base64) == expected
      #expect(isSame, "the sample or the format of an index has changed: make sample")
    }
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func `base64 is that of RFC 4648`(text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    let decoded: [UInt8]? =
      switch encoded {
      case "": Base64.decode("")
      case "Zg==": Base64.decode("Zg==")
      case "Zm8=": Base64.decode("Zm8=")
      case "Zm9v": Base64.decode("Zm9v")
      case "Zm9vYg==": Base64.decode("Zm9vYg==")
      case "Zm9vYmE=": Base64.decode("Zm9vYmE=")
      default: Base64.decode("Zm9vYmFy")
      }
    #expect(decoded == Array(text.utf8))
  }

  @Test func `text that is no base64 is refused`() {
    #expect(Base64.decode("Zg=") == nil)
    #expect(Base64.decode("Z===") == nil)
    #expect(Base64.decode("Zg-_") == nil)
  }

  private static func index() throws -> [UInt8] {
    var importer = PlaceImporter()
    try importer.read(SamplePlaces.featureCollection, name: "sample")
    let bytes = try importer.builder.assemble()
    return withExtendedLifetime(bytes) { bytes.view.array }
  }

  private static func source(of index: [UInt8]) -> String {
    var encoded = Substring(Data(index).base64EncodedString())
    var lines: [String] = []
    while !encoded.isEmpty {
      lines.append("    " + encoded.prefix(112))
      encoded = encoded.dropFirst(112)
    }
    return """
      /// The bundled sample as the bytes of an index file, so that nothing is imported at start.
      ///
      /// Written by `make sample` out of `Tests/PlatformTests/Offline/SamplePlaces.swift`; a test compares the two.
      enum SampleIndex {
        static let base64: StaticString = \"\"\"
      \(lines.joined(separator: "\\\n"))
          \"\"\"
      }

      """
  }
}
