#if canImport(Glibc)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// The ELF properties of the release binary.
  ///
  /// `make test-release` runs these tests, because other builds are linked differently.
  @Suite(.enabled(if: ProcessInfo.processInfo.environment["PLACEFIND_TEST_BINARIES"] != nil, "needs a released binary"))
  struct ReleasedProgramTests {
    @Test func `the program's addresses are chosen at its start, and read-only before it runs`() throws {
      let file = try ELFFile(path: #require(BuiltProduct.path(of: "placefind")))
      #expect(file.isPositionIndependent)
      #expect(file.hasSegment(.readOnlyAfterRelocation))
      #expect(file.hasSegment(.stack) && !file.hasExecutableStack)
      #expect(file.value(of: .flags1).map { $0 & 1 } == 1, "not every symbol is bound at the start")
    }

    /// Otherwise a library next to the program would be loaded and see the key in its environment.
    @Test func `the program names no folder of libraries`() throws {
      let file = try ELFFile(path: #require(BuiltProduct.path(of: "placefind")))
      #expect(file.value(of: .runPath) == nil && file.value(of: .runPathOfOld) == nil)
    }

    @Test func `the program's relocations are packed if the loader can read them`() throws {
      let file = try ELFFile(path: #require(BuiltProduct.path(of: "placefind")))
      let isPacked = !(try Self.libraryVersion()).lexicographicallyPrecedes([2, 36])
      #expect((file.value(of: .packedRelocations) != nil) == isPacked)
      // The remaining ones, about a thousand, refer to symbols; unpacked, there were 88,000 of 24 bytes.
      #expect(!isPacked || (file.value(of: .relocationBytes) ?? 0) < 200_000)
    }

    /// Returns the version of the C library, such as 2 and 36.
    ///
    /// Swift's Glibc module lacks the function.
    private static func libraryVersion() throws -> [Int] {
      let symbol = try unsafe #require(dlsym(nil, "gnu_get_libc_version"))
      let version = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<CChar>).self)()
      return unsafe String(cString: version).split(separator: ".").compactMap { Int($0) }
    }
  }

  /// The headers of an ELF file with 64 bits and the byte order of this machine.
  struct ELFFile {
    enum Segment: UInt32 {
      case dynamic = 2
      case stack = 0x6474_E551
      case readOnlyAfterRelocation = 0x6474_E552
    }

    enum Entry: UInt64 {
      case relocationBytes = 8
      case runPathOfOld = 15
      case runPath = 29
      case packedRelocations = 36
      case flags1 = 0x6FFF_FFFB
    }

    private let bytes: Data
    private var segments: [(kind: UInt32, flags: UInt32, offset: Int, count: Int)] = []
    private var entries: [UInt64: UInt64] = [:]

    init(path: String) throws {
      bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
      try #require(bytes.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]), "no file of ELF with 64 bits")
      let (start, count) = (Int(number(32) as UInt64), Int(number(56) as UInt16))
      segments = (0..<count).map { index in
        let header = start + 56 * index
        let (offset, count): (UInt64, UInt64) = (number(header + 8), number(header + 32))
        return (number(header), number(header + 4), Int(offset), Int(count))
      }
      let dynamic = try #require(segments.first { $0.kind == Segment.dynamic.rawValue })
      for entry in stride(from: dynamic.offset, to: dynamic.offset + dynamic.count, by: 16) {
        entries[number(entry)] = number(entry + 8)
      }
    }

    /// Whether it is a shared object with an entry point, like a position-independent program.
    var isPositionIndependent: Bool { number(16) as UInt16 == 3 }

    var hasExecutableStack: Bool { segments.contains { $0.kind == Segment.stack.rawValue && $0.flags & 1 != 0 } }

    func hasSegment(_ kind: Segment) -> Bool { segments.contains { $0.kind == kind.rawValue } }

    func value(of entry: Entry) -> UInt64? { entries[entry.rawValue] }

    private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      (0..<MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number(bytes[bytes.startIndex + offset + $1]) }
    }
  }
#endif
