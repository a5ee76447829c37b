import Foundation
import Testing

@testable import Domain

struct ComposedTextTests {
  @Test(arguments: ["", "Cafe", "Café Zürich", "강남역 2번 출구", "Ελλάδα Ёлка", "ガソリン パン", "Việt Nam", "가1ᄀ", "e\u{20DD}"])
  func `letters are composed as NFC has them`(text: String) {
    for spelling in [text, text.decomposedStringWithCanonicalMapping] {
      let expected = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
      #expect(Array(spelling.composed.unicodeScalars) == expected)
    }
  }

  @Test func `every Hangul syllable and every letter of Latin is composed of its parts`() {
    for value in [Array(UInt32(0xAC00)...0xD7A3), Array(0xC0...0x24F), Array(0x1E00...0x1EF9)].joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let whole = String(scalar).precomposedStringWithCanonicalMapping
      #expect(whole.decomposedStringWithCanonicalMapping.composed.unicodeScalars.elementsEqual(whole.unicodeScalars))
    }
  }
}
