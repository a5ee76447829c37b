import Domain
import Foundation
import TestSupport
import Testing

@testable import App

@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: PageBrowser.path != nil, "skipped: the page in a browser (no Chromium is installed)")
)
struct PageFoldingTests {
  /// The function of `page.js` that folds texts.
  private static let normal: Substring? = {
    let script = String(decoding: ResultPage.script, as: UTF8.self)
    guard let start = script.range(of: "const normal = ")?.upperBound,
      let end = script.range(of: "\n  })();", range: start..<script.endIndex)?.upperBound
    else { return nil }
    return script[start..<end].dropLast()
  }()

  @Test func `the page folds typed text as the search does`() async throws {
    let normal = try #require(Self.normal)
    let scalars = (0x20...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    var random = SeededRandom(57)
    let parts: [ClosedRange<UInt32>] = [
      0x41...0x7A, 0xC0...0x24F, 0x300...0x345, 0x388...0x4FF,
      0x1E00...0x1EFF, 0x3041...0x30FF, 0xAC00...0xD7A3, 0xFF66...0xFF9F, 0x3131...0x318E,
    ]
    let mixed = (0..<3_000).map { _ in
      let letters = (0..<6).compactMap { _ in
        parts.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
      }
      return String(String.UnicodeScalarView(letters))
    }
    let words = ["\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "ｽﾀｰﾊﾞｯｸｽ", "İstanbul", "ΣΊΣΥΦΟΣ", "ﾊﾟ가\u{301}"]
    let texts = scalars.map { "a\($0)e" } + mixed + words
    try await TemporaryDirectory.with { directory in
      let file = directory.file("map.html")
      #expect(try await Placefind.run("-c cafe --at 37.4979,127.0276 --source sample -o \(file)").status == 0)
      try await PageBrowser.show(file, in: directory) { page in
        let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        let found = try #require(try page.value(of: "\(json).map(\(normal))") as? [String])
        #expect(found.count == texts.count)
        let different = zip(texts, found).filter { text, found in
          NameFolding.fold(text) != Array(found.utf8)
        }
        .map { text, found in
          "\(text.unicodeScalars.map { String($0.value, radix: 16) }) \(found)"
        }
        #expect(different.isEmpty, "\(different.count): \(different.prefix(20))")
      }
    }
  }
}
