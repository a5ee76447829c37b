import Testing

@testable import CurlShim
@testable import Platform

struct ReceivedBodyTests {
  @Test(arguments: [
    [], [1], [65_535, 1, 1], [65_536], [65_537, 65_536], [200_000, 0, 7], Array(repeating: 999, count: 300),
  ])
  func `a body is the bytes that came, in their order, whatever the chunks`(chunks: [Int]) {
    var body = ReceivedBody()
    var expected: [UInt8] = []
    for count in chunks {
      let chunk = (0..<count).map { UInt8(truncatingIfNeeded: (expected.count + $0) / 251 &+ $0) }
      unsafe chunk.withUnsafeBufferPointer { unsafe body.append($0) }
      expected += chunk
    }
    #expect(body.bytes == expected)
  }
}
