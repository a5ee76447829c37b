import Domain
import Tables
import IndexChecks

@testable import PlaceIndex
@testable import Rows

/// A stream that returns bytes in parts, like a pipe.
final class PartedStream: ByteStream {
  private var rest: ArraySlice<UInt8>
  private let partByteCount: Int

  init(_ bytes: [UInt8], partByteCount: Int) {
    rest = bytes[...]
    self.partByteCount = partByteCount
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = rest.prefix(min(buffer.count, partByteCount))
    unsafe buffer.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }
}

/// A file of places, possibly in an archive.
///
/// The index must be valid and independent of the parts in which the file is read.
enum ImportTarget {
  enum Outcome: Equatable {
    case index([UInt8], skipped: [SkippedRows])
    /// If there are several errors, the first one found may depend on the parts.
    case refused
  }

  static func read(_ input: FuzzInput) {
    let bytes = padded(input)
    let whole = outcome(bytes, partByteCount: .max, pace: ImportPace(threads: 1, chunkBytes: 1 << 18))
    let pace = ImportPace(threads: 1 + Int(input.choice % 2), chunkBytes: 1 + 16 * Int(input.choice / 2))
    let parted = outcome(bytes, partByteCount: input.partByteCount, pace: pace)
    require(whole == parted, "a file that is read in parts gives another result")
  }

  static func outcome(_ bytes: [UInt8], partByteCount: Int, pace: ImportPace) -> Outcome {
    do throws(IndexFileError) {
      var importer = PlaceImporter(rules: ImportRules(), pace: pace)
      var window = InputWindow(PartedStream(bytes, partByteCount: partByteCount), path: "input")
      try importer.read(&window, category: nil, progress: nil)
      let index = try importer.builder.assemble()
      let copy = withExtendedLifetime(index) { index.view.array }
      do {
        try PlaceIndex(index, path: "input").checkFormat()
      } catch {
        fatalError("an index that does not keep its format: \(error)")
      }
      return .index(copy, skipped: importer.skipped)
    } catch {
      return .refused
    }
  }

  /// Pads an archive with other files before and after, and a text with spaces after its first line.
  private static func padded(_ input: FuzzInput) -> [UInt8] {
    guard input.paddingByteCount > 0, !input.rest.starts(with: [0x1F, 0x8B]) else { return input.rest }
    let blanks = [UInt8](repeating: 0x20, count: input.paddingByteCount)
    if input.rest.starts(with: [0x50, 0x4B, 3, 4]) {
      return FuzzSeeds.stored("p.txt", blanks) + input.rest + FuzzSeeds.stored("p.txt", blanks) + FuzzSeeds.archiveEnd
    }
    let line = input.rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return input.rest[..<line] + blanks + [0x0A] + input.rest[line...]
  }
}
