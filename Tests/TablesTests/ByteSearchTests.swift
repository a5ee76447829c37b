import TestSupport
import Testing

@testable import Tables

struct ByteSearchTests {
  @Test func `bytes are found where they are consecutive, and nowhere else`() {
    var random = SeededRandom(11)
    var foundCount = 0
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
      let wanted = (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
      let isFound = ByteSearch.finds(wanted.span, in: bytes.span)
      #expect(isFound == bytes.contains(wanted), "\(wanted) \(bytes)")
      if isFound { foundCount += 1 }
    }
    #expect((500..<1_900).contains(foundCount))
  }
}
