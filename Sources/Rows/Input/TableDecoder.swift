package import Domain
package import Tables

/// Unpacks the bytes of a table and converts them to UTF-8 as they arrive.
///
/// The streams of an import pull their bytes; here each is called again when there are more bytes.
package final class TableDecoder {
  private enum Step {
    /// The rest may be packed.
    case packed
    /// The files before the table in an archive.
    case searching(ZipArchive)
    /// The rest is UTF-8, apart from broken text.
    case text
    /// Only ASCII so far.
    case ascii
    case ended
  }

  /// The file extensions of tables in an archive; other files are notes and maps.
  private static let extensions = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "geojson", "geojsonl", "gz", "zip"]

  private let path: String
  /// The encoding that the user names.
  private let encoding: TextEncoding?
  private let source = JoinedStream([], isOpen: true)
  private var window: InputWindow
  private var step = Step.packed
  private var depth = 0
  private var archives: [ZipArchive] = []
  private var byteCount = 0
  /// Whether the text is JSON, in which a broken text only costs its row.
  private var isJSON: Bool?
  /// Whether the text so far is identical to the input.
  package private(set) var isUnchanged = true

  /// The encoding that was detected but can't be proven, because all bytes are valid in it; `nil` otherwise.
  package private(set) var assumedEncoding: TextEncoding?

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - path: The name of the input in errors.
  ///   - encoding: The encoding of the text; `nil` to detect it.
  package init(path: String, encoding: TextEncoding? = nil) {
    self.path = path
    self.encoding = encoding
    window = InputWindow(source, path: path, capacity: 1 << 16)
  }

  /// Takes the next bytes, an empty array at the end of the input, and returns the text that is decoded so far.
  package func decode(_ bytes: [UInt8]) throws(IndexFileError) -> [UInt8] {
    if case .text = step, isUnchanged, window.byteCount == 0, source.first.isEmpty { return bytes }
    source.feed(bytes)
    var text: [UInt8] = []
    do throws(IndexFileError) {
      while try advance(&text) {}
    } catch {
      guard source.isWaiting else { throw error }
    }
    return text
  }

  /// Continues as far as the bytes allow; returns `false` at the end.
  private func advance(_ text: inout [UInt8]) throws(IndexFileError) -> Bool {
    switch step {
    case .packed: try unpack()
    case .searching(let archive): try openTable(of: archive)
    case .ascii: try convert(&text)
    case .text:
      take(window.byteCount, into: &text)
      try window.refill()
      if window.isAtEnd, window.byteCount == 0 { step = .ended }
    case .ended:
      while let archive = archives.popLast() {
        archives.append(archive)
        if let other = try Self.nextTable(of: archive) {
          throw .archiveUnusable(path: path, .severalTables(entry: other.name))
        }
        archives.removeLast()
      }
      return false
    }
    return true
  }

  private func take(_ count: Int, into text: inout [UInt8]) {
    if isJSON == nil, count > 0 {
      let format = window.view.withSpan(InputFormat.init)
      isJSON = format == .empty ? nil : format == .json
    }
    text += window.view.part(0..<count).array
    byteCount += count
    window.consume(count)
  }

  private func unpack() throws(IndexFileError) {
    try window.fill(to: 4)
    let start = window.view.part(0..<min(4, window.byteCount)).array
    if start.starts(with: [0x1F, 0x8B]) {
      try goDeeper()
      try window.decompress()
    } else if start.starts(with: [0x50, 0x4B, 3, 4]) {
      let beginning = try readBeginning(upTo: FileSignature.examinedByteCount)
      if let format = FileSignature.of(beginning), format != .zip { throw .foreignFormat(path: path, format) }
      try goDeeper()
      step = .searching(ZipArchive(window.rest, path: path))
    } else if let encoding = window.view.withSpan(TextEncoding.marked) {
      window.consume(2)
      try convertRest(from: encoding)
    } else {
      let beginning = try readBeginning()
      if let format = FileSignature.of(beginning) { throw .foreignFormat(path: path, format) }
      let unmarked = beginning.withSpan { TextEncoding.unmarked(in: $0, named: encoding) }
      if let unmarked { return try convertRest(from: unmarked) }
      guard !beginning.withSpan(InputFormat.isBinary) else { throw .binary(path: path) }
      step = encoding != nil || beginning.withSpan(TextEncoding.markLength) > 0 ? .text : .ascii
    }
  }

  /// Reads enough bytes to decide whether they are text, independent of how they arrive.
  ///
  /// That is a few bytes of JSON, so that a slow stream is processed as it arrives, otherwise the first line, and more
  /// if it doesn't look like text.
  private func readBeginning() throws(IndexFileError) -> ByteView {
    let limit = FileSignature.examinedByteCount
    while true {
      let view = window.view.part(0..<min(window.byteCount, limit))
      let isAll = window.isAtEnd || view.count == limit
      if let beginning = view.withSpan(TextBeginning.init), isAll || beginning.end <= view.count {
        let end = min(beginning.end, view.count)
        return try view.part(0..<end).withSpan(beginning.isText) ? view.part(0..<end) : readBeginning(upTo: limit)
      }
      if isAll { return view }
      try window.refill()
    }
  }

  private func readBeginning(upTo count: Int) throws(IndexFileError) -> ByteView {
    try window.fill(to: count)
    return window.view.part(0..<min(window.byteCount, count))
  }

  private func goDeeper() throws(IndexFileError) {
    guard depth < ZipArchive.maximumDepth else { throw .archiveUnusable(path: path, .nestedTooDeep) }
    depth += 1
    isUnchanged = false
  }

  private func openTable(of archive: ZipArchive) throws(IndexFileError) {
    guard let entry = try Self.nextTable(of: archive) else { throw .archiveUnusable(path: path, .empty) }
    archives.append(archive)
    window = InputWindow(entry.content, path: "\(path)/\(entry.name)", capacity: 1 << 16)
    step = .packed
  }

  private static func nextTable(of archive: ZipArchive) throws(IndexFileError) -> ZipArchive.Entry? {
    while let entry = try archive.next() {
      let fileExtension = entry.name.split(separator: ".").last?.lowercased() ?? ""
      if extensions.contains(fileExtension) { return entry }
    }
    return nil
  }

  /// Decodes ASCII, which all encodings share, up to the first other line; that line or a sample determines the
  /// encoding.
  ///
  /// A single line decides for UTF-8, so that rows from a slow pipe are processed as they arrive.
  private func convert(_ text: inout [UInt8]) throws(IndexFileError) {
    let limit = InputSample.maximumByteCount
    guard let first = window.view.firstBeyondASCII(from: 0) else {
      // The search from the start is fast, and most windows without a line end have none of a large line.
      let whole = window.view.contains(0x0A) ? (window.view.lastIndex(of: 0x0A) ?? -1) + 1 : 0
      take(window.isAtEnd || window.byteCount > limit ? window.byteCount : whole, into: &text)
      try window.refill()
      if window.isAtEnd, window.byteCount == 0 { step = .ended }
      return
    }
    let isJSON = isJSON ?? (window.view.withSpan(InputFormat.init) == .json)
    take((window.view.part(0..<first).lastIndex(of: 0x0A) ?? -1) + 1, into: &text)
    while !window.isAtEnd, window.byteCount < limit, window.view.firstIndex(of: 0x0A) == nil { try window.refill() }
    let line = window.view.firstIndex(of: 0x0A) ?? min(window.byteCount, limit)
    if UTF8Check.isValid(window.view.part(0..<line)) {
      step = .text
      return
    }
    let sample = try window.sample().bytes
    let verdict = try EncodingVote.verdict(of: sample, bytesBefore: byteCount, isTable: !isJSON, path: path)
    guard case .other(let encoding) = verdict else {
      if verdict != .ascii || isJSON || !takeSingle(line, into: &text) { step = .text }
      return
    }
    if encoding == .cp1252 { assumedEncoding = encoding }
    try convertRest(from: encoding)
  }

  /// Converts a line that isn't UTF-8 among lines of ASCII; returns `false` if it isn't CP1252 either.
  private func takeSingle(_ count: Int, into text: inout [UInt8]) -> Bool {
    guard let line = EncodingVote.utf8(ofWestern: window.view.part(0..<count)) else { return false }
    text += line
    byteCount += count
    window.consume(count)
    assumedEncoding = .cp1252
    isUnchanged = false
    return true
  }

  private func convertRest(from encoding: TextEncoding) throws(IndexFileError) {
    try window.convert(from: encoding)
    step = .text
    isUnchanged = false
  }
}
