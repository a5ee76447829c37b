import Domain

/// Reads the files of a ZIP archive sequentially, so that it may come through a pipe.
final class ZipArchive {
  /// A file of the archive.
  struct Entry {
    /// Its path within the archive.
    let name: String
    /// Its contents, which must be read to the end before the next entry.
    let content: any ByteStream
  }

  private let source: BufferedStream
  private let path: String
  private var open: ZipEntryStream?

  /// Reads an archive.
  init(_ source: any ByteStream, path: String) {
    self.source = BufferedStream(source)
    self.path = path
  }

  /// The next file, after skipping the rest of the previous one; `nil` after the last.
  ///
  /// - Throws: If the archive is damaged, encrypted, or compressed by an unsupported method.
  func next() throws(IndexFileError) -> Entry? {
    while true {
      try open?.skipRest()
      open = nil
      try source.fill(to: 30)
      let header = source.view
      guard header.count >= 4, header.load(UInt32.self, at: 0) == 0x0403_4B50 else {
        try expectDirectory(in: header)
        return nil
      }
      guard header.count >= 30 else { throw .archiveUnusable(path: path, .truncated) }
      let flags = header.load(UInt16.self, at: 6)
      let method = header.load(UInt16.self, at: 8)
      var size = Int(header.load(UInt32.self, at: 18))
      let nameLength = Int(header.load(UInt16.self, at: 26))
      let extraLength = Int(header.load(UInt16.self, at: 28))
      try source.fill(to: 30 + nameLength + extraLength)
      let all = source.view
      guard all.count >= 30 + nameLength + extraLength else { throw .archiveUnusable(path: path, .truncated) }
      let name = Self.text(all.part(30..<30 + nameLength))
      let extra = all.part(30 + nameLength..<30 + nameLength + extraLength)
      let isWide = size == 0xFFFF_FFFF
      if isWide { size = Self.wideSize(extra) ?? size }
      let checksum = header.load(UInt32.self, at: 14)
      source.consume(30 + nameLength + extraLength)
      guard flags & 1 == 0 else { throw .archiveUnusable(path: path, .encrypted(entry: name)) }
      let hasDescriptor = flags & 8 != 0
      let stream = ZipEntryStream(
        source,
        method: method,
        size: hasDescriptor ? nil : size,
        checksum: hasDescriptor ? nil : checksum,
        path: path
      )
      guard let stream else { throw .archiveUnusable(path: path, .unknownMethod(entry: name)) }
      open = stream
      if name.hasSuffix("/") { continue }
      return Entry(name: name, content: stream)
    }
  }

  /// Checks that the central directory follows the last file: an archive without one was truncated between two files.
  private func expectDirectory(in header: ByteView) throws(IndexFileError) {
    guard header.count >= 4 else { throw .archiveUnusable(path: path, .truncated) }
    switch header.load(UInt32.self, at: 0) {
    // An entry of the directory, the end of an empty one, the same in ZIP64, and the extra data that may precede it.
    case 0x0201_4B50, 0x0605_4B50, 0x0606_4B50, 0x0806_4B50: return
    default: throw .malformed(path: path, detail: "the ZIP archive is damaged", offset: 0)
    }
  }

  /// A name in UTF-8, or in the code page of Korean portals.
  private static func text(_ bytes: ByteView) -> String {
    if UTF8Check.isValid(bytes) { return bytes.text }
    var converter = TextConverter(from: .cp949)
    let decoded = bytes.withSpan { converter?.utf8(of: $0) }
    return decoded.map { String(decoding: $0, as: UTF8.self) } ?? bytes.text
  }

  /// The compressed size of a file of 4 GiB or more.
  private static func wideSize(_ extra: ByteView) -> Int? {
    var at = 0
    while at + 4 <= extra.count {
      let length = Int(extra.load(UInt16.self, at: at + 2))
      if extra.load(UInt16.self, at: at) == 1, length >= 16, at + 20 <= extra.count {
        return Int(exactly: extra.load(UInt64.self, at: at + 12))
      }
      at += 4 + length
    }
    return nil
  }
}

/// The contents of one file of a ZIP archive.
final class ZipEntryStream: ByteStream {
  private let source: BufferedStream
  private var inflater: Inflater?
  /// The remaining compressed bytes; `nil` if only the compressed data itself marks its end.
  private var left: Int?
  /// The CRC-32 before the compressed data; `nil` if it follows the data, 0 if the writer left it out.
  private let givenChecksum: UInt32?
  /// The CRC-32 of the bytes read so far.
  private var checksum: UInt32 = 0
  private let path: String
  private var isFinished = false

  init?(_ source: BufferedStream, method: UInt16, size: Int?, checksum: UInt32?, path: String) {
    guard method == 8 || method == 0 && size != nil else { return nil }
    self.source = source
    left = size
    givenChecksum = checksum
    self.path = path
    if method == 8 {
      guard let inflater = Inflater(.none) else { return nil }
      self.inflater = consume inflater
    } else {
      inflater = nil
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while !isFinished {
      try source.fill(to: 1)
      var bytes = unsafe source.bytes
      if let left { unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[..<min(left, bytes.count)]) }
      guard let (read, written, outcome) = unsafe inflater?.inflate(bytes, into: buffer) else {
        let count = min(bytes.count, buffer.count)
        unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        unsafe add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        take(count)
        if left == 0 { try finish() }
        guard count > 0 || isFinished else { throw truncated }
        if count > 0 { return count }
        continue
      }
      unsafe add(UnsafeRawBufferPointer(rebasing: buffer[..<written]))
      take(read)
      switch outcome {
      case .damaged: throw damaged
      case .finished: try finish()
      case .more: guard read > 0 || written > 0 else { throw source.isAtEnd ? truncated : damaged }
      }
      if written > 0 { return written }
    }
    return 0
  }

  /// Skips the rest.
  func skipRest() throws(IndexFileError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe room.deallocate() }
    while unsafe try read(into: room) > 0 {}
  }

  private func take(_ count: Int) {
    source.consume(count)
    if let left { self.left = left - count }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    checksum = unsafe Inflater.checksum(of: bytes, behind: checksum) ?? checksum
  }

  /// Skips what follows the compressed data, and compares the checksums.
  private func finish() throws(IndexFileError) {
    isFinished = true
    while let left, left > 0 {
      try source.fill(to: 1)
      guard source.view.count > 0 else { throw truncated }
      take(min(left, source.view.count))
    }
    let expected = if let givenChecksum { givenChecksum } else { try readDescriptor() }
    guard expected == 0 || expected == checksum || !Inflater.isAvailable else { throw damaged }
  }

  /// Reads the data descriptor, which follows compressed data whose size is not in its header.
  ///
  /// It has an optional signature, the CRC-32, and the sizes in 4 or 8 bytes each: what follows tells which.
  private func readDescriptor() throws(IndexFileError) -> UInt32 {
    try source.fill(to: 32)
    let view = source.view
    let isMarked = view.count >= 4 && view.load(UInt32.self, at: 0) == 0x0807_4B50
    let shortest = isMarked ? 16 : 12
    guard view.count >= shortest else { throw truncated }
    let checksum = view.load(UInt32.self, at: isMarked ? 4 : 0)
    let length = [shortest, shortest + 8].first { length in
      guard view.count >= length + 4 else { return false }
      let next = view.load(UInt32.self, at: length)
      return next == 0x0403_4B50 || next == 0x0201_4B50
    }
    source.consume(length ?? shortest)
    return checksum
  }

  private var truncated: IndexFileError { .archiveUnusable(path: path, .truncated) }
  private var damaged: IndexFileError { .malformed(path: path, detail: "the ZIP archive is damaged", offset: 0) }
}
