import Domain
import Tables

@testable import PlaceIndex
@testable import Rows

/// An OpenStreetMap file with changed blob contents but valid framing.
///
/// It is rejected or produces a valid index, independently of the parts and threads in which it is read.
enum ElementsTarget {
  static func read(_ input: FuzzInput) {
    let bytes = file(input.rest)
    let whole = ImportTarget.outcome(bytes, partByteCount: .max, pace: ImportPace(threads: 1, chunkBytes: 1 << 18))
    let pace = ImportPace(threads: 1 + Int(input.choice % 2), chunkBytes: 1 << 18)
    let parted = ImportTarget.outcome(bytes, partByteCount: input.partByteCount, pace: pace)
    require(whole == parted, "elements that are read in parts give another result")
  }

  /// Reused for each blob, so it must not retain anything of the previous blob.
  private static let worker = ElementWorker(
    WorkerContext(RowReader(rules: ImportRules(), maximumValueByteCount: 1 << 20))
  )
  private static let selection = TagSelection(nil)

  /// Decodes and places elements without building an index, which takes most of the time.
  static func decode(_ input: FuzzInput) {
    let bytes = file(input.rest)
    guard let selection else { fatalError("every kind has a tag") }
    do throws(IndexFileError) {
      var window = InputWindow(PartedStream(bytes, partByteCount: .max), path: "input", capacity: 1 << 12)
      let input = try RandomAccessInput(copying: &window, to: nil) { _ in }
      let list = try BlobList(of: input)
      _ = try PlaceImporter.headers(list.headers, of: input)
      var pass = ElementPass(input: input, selection: selection, kinds: .all)
      let yields = list.data.map { blob in
        let yield = BlobYield()
        worker.elements.read(blob, pass: pass, into: yield, rows: &worker.context.reader)
        return yield
      }
      // The content of a damaged blob isn't read again.
      guard yields.allSatisfy({ $0.failure == nil }) else { return }
      pass.ways = try NeededIDs(yields.map(\.neededWays), absent: OutlineExtent())
      pass.nodes = try NeededIDs(yields.map(\.neededNodes), absent: .absent)
      for yield in yields {
        let placed = BlobYield()
        worker.elements.placeWays(yield.pending.ways, pass: pass, into: placed, rows: &worker.context.reader)
        worker.elements.placeRelations(yield.pending.relations, pass: pass, into: placed, rows: &worker.context.reader)
        require(placed.failure == nil, "pending elements can be read again")
      }
    } catch {}
  }

  /// Each blob consists of a framing byte, two bytes of length, and its contents.
  private static func file(_ parts: [UInt8]) -> [UInt8] {
    // Adds an empty header, unless the first part is one.
    var file = parts.first.map { $0 % 5 == 2 } ?? false ? [] : framed("OSMHeader", field(1, []))
    var rest = parts[...]
    while rest.count > 3 {
      let way = rest.removeFirst()
      let length = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
      let content = Array(rest.prefix(length))
      rest = rest.dropFirst(content.count)
      switch way % 5 {
      case 0: file += framed("OSMData", field(1, content))
      case 1: file += framed("OSMData", [0x10] + varint(content.count) + field(3, zlib(content)))
      case 2: file += framed("OSMHeader", field(1, content))
      case 3: file += framed("OSMData", content)
      default: file += content
      }
    }
    return file
  }

  static func blob(_ way: UInt8, _ content: [UInt8]) -> [UInt8] {
    [way, UInt8(truncatingIfNeeded: content.count), UInt8(truncatingIfNeeded: content.count >> 8)] + content
  }

  private static func framed(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let header = field(1, Array(type.utf8)) + [0x18] + varint(data.count)
    return [0, 0, 0, UInt8(header.count)] + header + data
  }

  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(content.count) + content
  }

  private static func varint(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    number.forEachVariableByte { bytes.append($0) }
    return bytes
  }

  /// Returns the zlib format without compression.
  private static func zlib(_ content: [UInt8]) -> [UInt8] {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in content {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let count = UInt16(truncatingIfNeeded: content.count)
    let sum = (high << 16 | low).littleEndianBytes.reversed()
    return [0x78, 0x01, 0x01] + count.littleEndianBytes + (~count).littleEndianBytes + content + sum
  }
}
