import Testing

@testable import App

@Suite struct LargeFileSinkTests {
  @Test(arguments: [(0, true), (4097, false), (700_000, true), (Int.max, false)], [true, false])
  func `a large file holds what was written, however it was cut and wherever it ends`(
    _ size: (largeInBytes: Int, isFinished: Bool),
    mayBypassCache: Bool
  ) throws {
    let (largeInBytes, isFinished) = size
    let file = try TemporaryFile()
    let locked = try LockedFile(path: file.path, existing: .refuse, input: nil)
    let canBypassCache = UncachedPieces(of: locked.descriptor.number) != nil
    var sink = LargeFileSink(file: locked, largeInBytes: largeInBytes, mayBypassCache: mayBypassCache)
    var written: [UInt8] = []
    for (part, size) in [1, 5000, 4096, 0, 700_001, 1 << 20, 1_300_000, 77].enumerated() {
      let bytes = [UInt8](repeating: UInt8(part), count: size)
      try sink.write(bytes)
      written += bytes
      // No more than the pieces on their way is missing from what others see.
      let seen = try file.content.count
      #expect(seen <= written.count && seen >= written.count - 3 * PageMemory.capacity)
    }
    // Where the file system knows no such way, or is slow, the ordinary one is what the test has gone.
    let isLarge = written.count >= largeInBytes
    if !isLarge || !mayBypassCache || !canBypassCache { #expect(!sink.hasBypassedCache) }
    if isLarge, mayBypassCache, canBypassCache { #expect(sink.hasBypassedCache) }
    if isFinished { try sink.finish() } else { sink.abandon() }
    #expect(try file.content == written)
    try sink.write([1, 2, 3])
    #expect(try file.content == written + [1, 2, 3])
  }
}
