import Domain

/// Reads the files of a ZIP archive sequentially, so that it may come through a pipe.
final class ZipArchive {
  struct Entry {
    let name: String
    /// Its contents, which must be read to the end before the next entry.
    let content: any ByteStream
  }

  /// The maximum nesting of archives: portals pack twice, never more often.
  static let maximumDepth = 4

  /// What has been read ahead, which the entries read in turn.
  fileprivate var window: InputWindow
  private var open: ZipEntryStream?
  /// The bytes of files that were unpacked only to find their ends.
  fileprivate var skippedByteCount = 0
  /// The maximum of these: a few packed megabytes are as many gigabytes.
  fileprivate let maximumSkippedByteCount: Int

  init(_ source: any ByteStream, path: String, maximumSkippedByteCount: Int = 1 << 30) {
    self.maximumSkippedByteCount = maximumSkippedByteCount
    window = InputWindow(source, path: path, capacity: 1 << 18)
  }

  fileprivate var truncated: IndexFileError { .archiveUnusable(path: window.path, .truncated) }
  fileprivate var damaged: IndexFileError {
    .malformed(path: window.path, detail: "the ZIP archive is damaged", offset: 0)
  }

  /// The next file, after skipping the rest of the previous one; `nil` after the last.
  func next() throws(IndexFileError) -> Entry? {
    while true {
      try open?.skipRest()
      open = nil
      guard let header = try readHeader() else { return nil }
      guard header.flags & 1 == 0 else { throw .archiveUnusable(path: window.path, .encrypted(entry: header.name)) }
      guard let stream = ZipEntryStream(self, header) else {
        throw .archiveUnusable(path: window.path, .unknownMethod(entry: header.name))
      }
      open = stream
      // A folder; Macs add a file of attributes for each file.
      if header.name.hasSuffix("/") || header.name.hasPrefix("__MACOSX/") { continue }
      return Entry(name: header.name, content: stream)
    }
  }

  /// Reads what precedes a file; `nil` if the central directory follows.
  private func readHeader() throws(IndexFileError) -> ZipHeader? {
    try window.fill(to: ZipHeader.fixedByteCount)
    let view = window.view
    let signature = view.count < 4 ? nil : view.load(UInt32.self, at: 0)
    switch signature {
    case 0x0403_4B50: break
    // An entry of the directory, the end of an empty one, the same in ZIP64, and the extra data that may precede it. An archive
    // without any was truncated between two files.
    case 0x0201_4B50, 0x0605_4B50, 0x0606_4B50, 0x0806_4B50: return nil
    case nil: throw truncated
    default: throw damaged
    }
    guard let length = ZipHeader.byteCount(in: view) else { throw truncated }
    try window.fill(to: length)
    guard window.byteCount >= length else { throw truncated }
    let header = ZipHeader(window.view)
    window.consume(length)
    return header
  }
}

/// What precedes a file of an archive.
///
/// Source: APPNOTE.TXT of PKWARE, section 4.3.7.
struct ZipHeader {
  /// The number of bytes before the name.
  static let fixedByteCount = 30

  let flags: UInt16
  let method: UInt16
  /// The number of packed bytes; `nil` if it follows the file.
  let packedByteCount: Int?
  /// The CRC-32; `nil` if it follows the file, 0 if the writer left it out.
  let checksum: UInt32?
  let name: String

  /// The number of bytes of the whole header; `nil` if its fixed part is not there.
  static func byteCount(in bytes: ByteView) -> Int? {
    guard bytes.count >= fixedByteCount else { return nil }
    return fixedByteCount + Int(bytes.load(UInt16.self, at: 26)) + Int(bytes.load(UInt16.self, at: 28))
  }

  /// Reads a header that is there in whole.
  init(_ bytes: ByteView) {
    flags = bytes.load(UInt16.self, at: 6)
    method = bytes.load(UInt16.self, at: 8)
    let extraStart = Self.fixedByteCount + Int(bytes.load(UInt16.self, at: 26))
    name = Self.text(bytes.part(Self.fixedByteCount..<extraStart))
    let extra = bytes.part(extraStart..<extraStart + Int(bytes.load(UInt16.self, at: 28)))
    let hasDescriptor = flags & 8 != 0
    let size = Int(bytes.load(UInt32.self, at: 18))
    packedByteCount = hasDescriptor ? nil : size == 0xFFFF_FFFF ? Self.wideSize(extra) ?? size : size
    checksum = hasDescriptor ? nil : bytes.load(UInt32.self, at: 14)
  }

  /// A name in UTF-8, or in the code page of Korean portals.
  private static func text(_ bytes: ByteView) -> String {
    if UTF8Check.isValid(bytes) { return bytes.text }
    var converter = TextConverter(from: .cp949)
    return converter?.utf8(of: bytes).map { String(decoding: $0, as: UTF8.self) } ?? bytes.text
  }

  /// The packed size of a file of 4 GiB or more.
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
  private unowned let source: ZipArchive
  private let name: String
  private var inflater: Inflater?
  /// The remaining compressed bytes; `nil` if only the compressed data itself marks its end.
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
    name = header.name
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
      checksum = unsafe Inflater.checksum(of: unpacked, behind: checksum) ?? checksum
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

  /// The bytes that are unpacked to check a file that is skipped, where the archive says how long it is.
  private static let checkedByteCount = 16 << 20

  /// Skips what was not read.
  func skipRest() throws(IndexFileError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe room.deallocate() }
    let start = source.skippedByteCount
    while true {
      let count = unsafe try read(into: room)
      guard count > 0 else { return }
      source.skippedByteCount += count
      if left != nil, source.skippedByteCount - start > Self.checkedByteCount {
        // A few packed megabytes may be gigabytes, and nothing of them is wanted.
        try skipPacked()
        isFinished = true
        return
      }
      guard source.skippedByteCount <= source.maximumSkippedByteCount else {
        throw .archiveUnusable(
          path: source.window.path,
          .tooMuchToSkip(entry: name, limitInBytes: source.maximumSkippedByteCount)
        )
      }
    }
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

  /// Skips what follows the compressed data, and compares the checksums.
  private func finish() throws(IndexFileError) {
    try skipPacked()
    let expected = if let givenChecksum { givenChecksum } else { try readDescriptor() }
    guard expected == 0 || expected == checksum || !Inflater.isAvailable else { throw source.damaged }
    isFinished = true
  }

  /// Reads the data descriptor, which follows compressed data whose size is not in its header.
  ///
  /// It has an optional signature, the CRC-32, and the sizes in 4 or 8 bytes each: what follows tells which.
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
