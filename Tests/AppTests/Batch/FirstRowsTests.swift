import Domain
import Synchronization
import System
import Testing

@testable import App

/// The first rows show how all are read, whatever the sizes of the chunks in which a pipe delivers them.
@Suite(.timeLimit(.minutes(20))) struct FirstRowsTests {
  private static let numbers = Array(0..<300)

  private static let inputs = [
    // x and y are latitude and longitude, which only later rows show.
    ("csv", "id,x,y\n" + numbers.map { $0 < 150 ? "\($0),20,30\n" : "\($0),37.5,127\n" }.joined()),
    // Degrees times 10⁵, after rows without coordinates.
    ("csv", "id,lat,lng\n" + numbers.map { $0 < 200 ? "\($0),,\n" : "\($0),3750000,12700000\n" }.joined()),
    ("csv", numbers.map { "{\"lat\":37.5,\"lng\":127\($0 < 200 ? "" : ",\"note\":\"x\"")}\n" }.joined()),
    ("ndjson", numbers.map { $0 < 200 ? "{\"id\":1}\n" : "{\"id\":2,\"x\":37.5,\"y\":127.1}\n" }.joined()),
    ("csv", "이름,위치\n" + numbers.map { "\($0),\"127,37.5\"\n" }.joined()),
  ]

  private func output(_ format: String, _ rows: String, chunkSize: Int, sizeInBytes: Int? = nil) async -> String {
    let outcome = await BatchOutcome(
      of: "-c gas -n 1 -f \(format)",
      rows: rows,
      from: ScriptedSource(),
      chunkSize: chunkSize,
      sizeInBytes: sizeInBytes
    )
    return outcome.output
  }

  @Test(arguments: inputs)
  func `the sizes of chunks change nothing`(format: String, rows: String) async {
    let whole = await output(format, rows, chunkSize: 1 << 20)
    #expect(!whole.isEmpty)
    for size in [1, 7, 64, 1_000, 4_096] {
      let isSame = await output(format, rows, chunkSize: size) == whole
      #expect(isSame, "\(size)")
    }
    let isSame = await output(format, rows, chunkSize: 4_096, sizeInBytes: rows.utf8.count) == whole
    #expect(isSame, "a file")
  }

  @Test(arguments: ["lat,lng\n37.5,127\n", "{\"lat\":37.5,\"lng\":127}\n"])
  func `a pipe's first row decides if its coordinates are certain`(first: String) async throws {
    let reader = BatchReader(source: OneChunk(first))
    #expect(try await reader.open(names: ColumnNames(), needsCoordinates: true) != nil)
    #expect(try await reader.firstRows { _ in true }?.rows.count == 1)
  }

  /// A pipe that fails the test if more than its first row is read.
  private final class OneChunk: BatchInput {
    private let bytes: [UInt8]
    private let isRead = Mutex(false)

    init(_ text: String) { bytes = Array(text.utf8) }

    var identity: FileIdentity? { nil }
    var sizeInBytes: Int? { nil }
    func keepForRereading(nextTo path: String) {}
    func rewind() {}
    func read(upTo count: Int) async throws(FileFailure) -> [UInt8] {
      let wasRead = isRead.withLock { isRead in
        defer { isRead = true }
        return isRead
      }
      guard !wasRead else { throw FileFailure(path: "pipe", reason: .inputUnreadable(reason: "read too far")) }
      return bytes
    }
  }
}
