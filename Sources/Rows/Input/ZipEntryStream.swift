import Domain
import Tables

/// The contents of one file in a ZIP archive.
final class ZipEntryStream: ByteStream {
  private unowned let source: ZipArchive
  private var inflater: Inflater?
  /// The remaining compressed bytes; `nil` if only the compressed data marks its end.
  private var left: Int?
  /// The CRC-32 before the compressed data; `nil` if it follows the data, 0 if the writer left it out.
  private let givenChecksum: UInt32?
  /// The CRC-32 of the bytes read so far.
  private var checksum: UInt32 = 0
  private var isUnpacked = false
  private var isFinished = false

  init?(_ source: ZipArchive, _ header: ZipHeader) {
    guard header.method == 8 || header.method == 0 && header.packedByteCount != nil else { return nil }
    self.source = source
    left = header.packedByteCount
    givenChecksum = header.checksum
    if header.method == 8 {
      guard let inflater = Inflater(.none) else { return nil }
      self.inflater = consume inflater
    } else {
      inflater = nil
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while !isFinished {
      guard !isUnpacked else {
        try finish()
        break
      }
      try source.window.fill(to: 1)
      let view = source.window.view
      let (read, written, outcome) = unsafe unpack(view.part(0..<min(left ?? view.count, view.count)), into: buffer)
      let unpacked = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<written])
      checksum = unsafe Inflater.checksum(of: unpacked, after: checksum) ?? checksum
      take(read)
      switch outcome {
      case .damaged: throw source.damaged
      case .finished: isUnpacked = true
      case .more: guard read > 0 || written > 0 else { throw source.window.isAtEnd ? source.truncated : source.damaged }
      }
      if written > 0 { return written }
    }
    return 0
  }

  /// Decompresses bytes, or copies them if they are stored.
  private func unpack(
    _ bytes: ByteView,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, outcome: Inflater.Outcome) {
    if let unpacked = unsafe inflater?.inflate(bytes, into: buffer) { return unpacked }
    let count = min(bytes.count, buffer.count)
    unsafe bytes.part(0..<count).withBytes { unsafe buffer.copyMemory(from: $0) }
    return (count, count, count == left ? .finished : .more)
  }

  /// Skips the rest of the file, without unpacking it if its size is known.
  func skipRest() throws(IndexFileError) {
    guard left == nil else {
      try skipPacked()
      isFinished = true
      return
    }
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe scratch.deallocate() }
    while unsafe try read(into: scratch) > 0 {}
  }

  private func skipPacked() throws(IndexFileError) {
    while let left, left > 0 {
      try source.window.fill(to: 1)
      guard source.window.byteCount > 0 else { throw source.truncated }
      take(min(left, source.window.byteCount))
    }
  }

  private func take(_ count: Int) {
    source.window.consume(count)
    if let left { self.left = left - count }
  }

  /// Skips the bytes after the compressed data, and compares the checksums.
  private func finish() throws(IndexFileError) {
    try skipPacked()
    let expected = if let givenChecksum { givenChecksum } else { try readDescriptor() }
    guard expected == 0 || expected == checksum || !Inflater.isAvailable else { throw source.damaged }
    isFinished = true
  }

  /// Reads the data descriptor, which follows compressed data whose size isn't in its header.
  ///
  /// It has an optional signature, the CRC-32, and two sizes of 4 or 8 bytes; the following bytes decide which.
  private func readDescriptor() throws(IndexFileError) -> UInt32 {
    try source.window.fill(to: 32)
    let view = source.window.view
    let isMarked = view.count >= 4 && view.load(UInt32.self, at: 0) == 0x0807_4B50
    let shortest = isMarked ? 16 : 12
    guard view.count >= shortest else { throw source.truncated }
    let checksum = view.load(UInt32.self, at: isMarked ? 4 : 0)
    let length = [shortest, shortest + 8].first { length in
      guard view.count >= length + 4 else { return false }
      let next = view.load(UInt32.self, at: length)
      return next == 0x0403_4B50 || next == 0x0201_4B50
    }
    source.window.consume(length ?? shortest)
    return checksum
  }
}
