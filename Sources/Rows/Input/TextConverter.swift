package import Domain
import System
package import Tables

extension TextEncoding {
  /// The names for `iconv`, best first.
  fileprivate var names: [String] {
    switch self {
    // glibc calls CP949 UHC, and knows the alias only if its list of aliases is installed.
    case .cp949: [rawValue, "UHC"]
    default: [rawValue]
    }
  }

  fileprivate var unitByteCount: Int { isUTF16 ? 2 : 1 }
}

/// Converts text from another encoding to UTF-8 with the system's converter.
///
/// Safety: the descriptor is open from the end of `init` to `deinit`, and isn't shared.
@safe
package struct TextConverter: ~Copyable {
  /// The maximum size in UTF-8 of a single-byte character, such as `€` in CP1252.
  private static let maximumGrowth = 3
  /// The maximum size of a character in bytes.
  fileprivate static let maximumCharacterSize = 4

  private let descriptor: iconv_t
  /// The characters converted so far; `nil` if the encoding isn't a superset of ASCII.
  private var known: KnownCharacters? = nil

  /// Opens the converter; `nil` if the system doesn't support the encoding.
  package init?(from encoding: TextEncoding) {
    for name in encoding.names {
      let opened: iconv_t? = unsafe iconv_open("UTF-8", name)
      guard let opened = unsafe opened, unsafe opened != iconv_t(bitPattern: -1) else { continue }
      unsafe descriptor = opened
      if isSupersetOfASCII() { known = KnownCharacters() }
      return
    }
    return nil
  }

  deinit { unsafe _ = iconv_close(descriptor) }

  private mutating func isSupersetOfASCII() -> Bool {
    let ascii = [UInt8](0..<0x80)
    var text = [UInt8](repeating: 0, count: ascii.count)
    let stop = ByteView.over(ascii) { bytes in
      unsafe text.withUnsafeMutableBytes { unsafe convertAtOnce(bytes, into: $0).stop }
    }
    return stop == 0 && text == ascii
  }

  /// Converts as much as the output can take, and returns why it stopped.
  ///
  /// `E2BIG`: the output is full; `EINVAL`: a character is incomplete; `EILSEQ`: a byte is invalid; 0: done.
  package mutating func convert(
    _ bytes: ByteView,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, stop: Int32) {
    guard known != nil else { return unsafe convertAtOnce(bytes, into: output) }
    var read = 0
    var written = 0
    while true {
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: output[written...])
      if let run = unsafe known?.convert(bytes.part(read..<bytes.count), into: free) {
        read += run.read
        written += run.written
      }
      guard read < bytes.count else { return (read, written, 0) }
      let next = unsafe convertOne(
        bytes.part(read..<bytes.count),
        into: UnsafeMutableRawBufferPointer(rebasing: output[written...])
      )
      read += next.read
      written += next.written
      guard next.stop == 0 else { return (read, written, next.stop) }
    }
  }

  /// Converts the first character, and adds it to the known ones.
  private mutating func convertOne(
    _ bytes: ByteView,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, stop: Int32) {
    for count in 1...min(bytes.count, Self.maximumCharacterSize) {
      let character = bytes.part(0..<count)
      let converted = unsafe convertAtOnce(character, into: output)
      guard converted.stop != EINVAL else { continue }
      if converted.stop == 0 {
        unsafe known?.add(character, utf8: UnsafeRawBufferPointer(rebasing: output[..<converted.written]))
      }
      return converted
    }
    return unsafe convertAtOnce(bytes, into: output)
  }

  /// Converts as much as the output can take with the system's converter.
  private mutating func convertAtOnce(
    _ bytes: ByteView,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, stop: Int32) {
    unsafe bytes.withBytes { input in
      // `iconv` only reads the input, although the parameter is mutable.
      var from = unsafe UnsafeMutableRawBufferPointer(mutating: input).bindMemory(to: CChar.self).baseAddress
      var into = unsafe output.bindMemory(to: CChar.self).baseAddress
      var bytesLeft = input.count
      var bytesFree = output.count
      let outcome = unsafe iconv(descriptor, &from, &bytesLeft, &into, &bytesFree)
      let stop = Int(outcome) == -1 ? errno : 0
      return (input.count - bytesLeft, output.count - bytesFree, stop)
    }
  }

  /// Converts a whole text to UTF-8; `nil` if the bytes are invalid in the encoding.
  package mutating func utf8(of bytes: ByteView) -> [UInt8]? {
    var text = [UInt8](repeating: 0, count: bytes.count * Self.maximumGrowth)
    let (read, written, stop) = unsafe text.withUnsafeMutableBytes { unsafe convert(bytes, into: $0) }
    guard stop == 0, read == bytes.count else { return nil }
    text.removeLast(text.count - written)
    return text
  }
}

extension InputWindow {
  /// Passes the rest of the input through the system's converter.
  package mutating func convert(from encoding: TextEncoding) throws(IndexFileError) {
    guard let stream = ConvertedStream(rest, from: encoding) else {
      throw .otherEncoding(path: path, readings: [EncodingReading(encoding.rawValue)])
    }
    replaceRest(with: stream)
  }
}

/// Converts a stream to UTF-8; an invalid character becomes an invalid byte, so that only its row is skipped.
///
/// Safety: it writes only to the given buffer.
@safe
final class ConvertedStream: ByteStream {
  /// The replacement for an invalid character.
  private static let invalid: UInt8 = 0xFF

  private var source: InputWindow
  private var converter: TextConverter
  private let unitByteCount: Int

  /// Converts a stream after its byte order mark; `nil` if the system doesn't support the encoding.
  init?(_ source: any ByteStream, from encoding: TextEncoding) {
    guard let converter = TextConverter(from: encoding) else { return nil }
    self.source = InputWindow(source)
    self.converter = converter
    unitByteCount = encoding.unitByteCount
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    // With a smaller buffer nothing could be written, which would look like the end of the input.
    precondition(buffer.count >= TextConverter.maximumCharacterSize)
    var written = 0
    var wanted = 1
    while written + TextConverter.maximumCharacterSize <= buffer.count {
      if source.byteCount < wanted {
        // Return the bytes instead of waiting for more.
        guard written == 0 else { break }
        try source.fill(to: wanted)
        guard source.byteCount > 0 else { break }
      }
      let freeSpace = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[written...])
      let (read, count, stop) = unsafe converter.convert(source.view, into: freeSpace)
      source.consume(read)
      written = written + count
      wanted = 1
      if stop == EINVAL, !source.isAtEnd {
        // The rest is an incomplete character.
        wanted = source.byteCount + 1
      } else if stop == EILSEQ || stop == EINVAL, written < buffer.count {
        unsafe buffer[written] = Self.invalid
        written += 1
        source.consume(min(unitByteCount, source.byteCount))
      }
    }
    return written
  }
}
