package import Domain
import System
package import Tables

/// Decompresses deflate data (RFC 1951), in gzip or raw, with the system's zlib, which is loaded on demand.
///
/// Safety: `stream` is a `z_stream` in this machine's layout, valid from `init` to `deinit` and not shared; its
/// pointers are valid during one call. The library stays loaded.
@safe
package struct Inflater: ~Copyable {
  /// The format around the compressed bytes.
  package enum Wrapping: Int32 {
    /// gzip or zlib.
    case gzip = 47
    /// No wrapping, as in a ZIP archive.
    case none = -15
  }

  package enum Outcome {
    case finished
    /// More output or input is needed.
    case more
    case damaged
  }

  /// A `z_stream`; 112 bytes on every 64-bit machine.
  private let stream: UnsafeMutableRawPointer
  private let entries: Library

  private static let streamBytes = 112

  @safe
  private struct Library {
    typealias Start = @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32
    typealias Checksum = @convention(c) (UInt, UnsafeRawPointer?, UInt32) -> UInt

    let start: Start
    let step: Step
    let end: End
    let checksum: Checksum
  }

  static var isAvailable: Bool { library != nil }

  /// Returns the CRC-32 of bytes that follow others; `nil` if the system has no zlib.
  ///
  /// Source: ISO 3309, as used by ZIP and gzip.
  static func checksum(of bytes: UnsafeRawBufferPointer, after earlier: UInt32) -> UInt32? {
    guard let library else { return nil }
    guard let start = bytes.baseAddress else { return earlier }
    return UInt32(truncatingIfNeeded: unsafe library.checksum(UInt(earlier), start, UInt32(bytes.count)))
  }

  package init?(_ wrapping: Wrapping) {
    guard let entries = Self.library else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.streamBytes, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.streamBytes)
    let status = unsafe "1.2.11".withCString {
      unsafe entries.start(memory, wrapping.rawValue, $0, Int32(Self.streamBytes))
    }
    guard status == 0 else {
      unsafe memory.deallocate()
      return nil
    }
    unsafe stream = memory
    self.entries = entries
  }

  deinit {
    _ = unsafe entries.end(stream)
    unsafe stream.deallocate()
  }

  package mutating func inflate(
    _ input: ByteView,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, outcome: Outcome) {
    let available = min(input.count, 1 << 30)
    let capacity = min(output.count, 1 << 30)
    unsafe stream.storeBytes(of: input.withBytes { UInt(bitPattern: $0.baseAddress) }, as: UInt.self)
    unsafe stream.storeBytes(of: UInt32(available), toByteOffset: 8, as: UInt32.self)
    unsafe stream.storeBytes(of: UInt(bitPattern: output.baseAddress), toByteOffset: 24, as: UInt.self)
    unsafe stream.storeBytes(of: UInt32(capacity), toByteOffset: 32, as: UInt32.self)
    let status = unsafe entries.step(stream, 0)
    let read = unsafe available - Int(stream.load(fromByteOffset: 8, as: UInt32.self))
    let written = unsafe capacity - Int(stream.load(fromByteOffset: 32, as: UInt32.self))
    // 1: end of the stream; 0: progress; -5: more input or output is needed.
    let outcome: Outcome = status == 1 ? .finished : status == 0 || status == -5 ? .more : .damaged
    return (read, written, outcome)
  }

  private static let library: Library? = {
    for name in ["libz.so.1", "libz.so", "libz.dylib"] {
      guard let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      func symbol<Entry>(_ name: String) -> Entry? {
        unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: Entry.self) }
      }
      guard let start: Library.Start = unsafe symbol("inflateInit2_"),
        let step: Library.Step = unsafe symbol("inflate"), let end: Library.End = unsafe symbol("inflateEnd"),
        let checksum: Library.Checksum = unsafe symbol("crc32")
      else { continue }
      return unsafe Library(start: start, step: step, end: end, checksum: checksum)
    }
    return nil
  }()
}

extension InputWindow {
  /// Decompresses the rest of the input, which begins with gzip.
  package mutating func decompress() throws(IndexFileError) {
    guard let stream = GzipStream(rest, path: path) else { throw .foreignFormat(path: path, .gzip) }
    replaceRest(with: stream)
  }
}

/// Decompresses gzip data, which may have several members.
final class GzipStream: ByteStream {
  private var source: InputWindow
  private var inflater: Inflater
  private let path: String
  private var isInMember = true

  /// Decompresses a stream; `nil` if the system has no zlib.
  init?(_ source: any ByteStream, path: String) {
    guard let inflater = Inflater(.gzip) else { return nil }
    self.inflater = inflater
    self.source = InputWindow(source, path: path)
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while true {
      try source.fill(to: 1)
      guard source.byteCount > 0 else {
        guard !isInMember else { throw .malformed(path: path, detail: "the gzip data ends too early", offset: 0) }
        return 0
      }
      if !isInMember {
        switch source.view.byte(at: 0) {
        case 0:
          // Tape drives pad with zeros.
          source.consume(1)
          continue
        case 0x1F:
          if let next = Inflater(.gzip) { inflater = next }
          isInMember = true
        default: throw .malformed(path: path, detail: "something else follows the gzip data", offset: 0)
        }
      }
      let (read, written, outcome) = unsafe inflater.inflate(source.view, into: buffer)
      source.consume(read)
      switch outcome {
      case .damaged: throw .malformed(path: path, detail: "the gzip data is damaged", offset: 0)
      case .finished: isInMember = false
      case .more: break
      }
      if written > 0 { return written }
    }
  }
}
