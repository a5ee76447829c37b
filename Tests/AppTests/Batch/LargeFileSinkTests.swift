import Testing

@testable import App

@Suite struct LargeFileSinkTests {
  @Test(arguments: [(0, true), (4097, false), (700_000, true), (Int.max, false)])
  func `a large file holds what was written, however it was cut and wherever it ends`(
    largeInBytes: Int,
    isFinished: Bool
  ) throws {
    let file = try TemporaryFile()
    var sink = LargeFileSink(
      file: try LockedFile(path: file.path, existing: .refuse, input: nil),
      largeInBytes: largeInBytes
    )
    var written: [UInt8] = []
    for (part, size) in [1, 5000, 4096, 0, 700_001, 1 << 20, 1_300_000, 77].enumerated() {
      let bytes = [UInt8](repeating: UInt8(part), count: size)
      try sink.write(bytes)
      written += bytes
      // No more than the pieces on their way is missing from what others see.
      let seen = try file.content.count
      #expect(seen <= written.count && seen >= written.count - 3 * PageMemory.capacity)
    }
    if isFinished { try sink.finish() } else { sink.abandon() }
    #expect(try file.content == written)
    try sink.write([1, 2, 3])
    #expect(try file.content == written + [1, 2, 3])
  }
}
