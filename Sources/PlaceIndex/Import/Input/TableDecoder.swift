public import Domain

/// Unpacks the bytes of a table and converts them to UTF-8, as they come.
///
/// The streams of an import pull their bytes. Here each is asked again when there are more.
public final class TableDecoder: TextDecoder {
  private enum Step {
    /// What follows may be packed.
    case packed
    /// The names of files before the table of an archive.
    case searching(ZipArchive)
    /// The rest is UTF-8, as far as it is text.
    case text
    /// No byte beyond ASCII has come yet.
    case ascii
    case ended
  }

  /// The endings of the names of tables in an archive; beside them are notes and maps.
  private static let endings = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "geojson", "geojsonl", "gz", "zip"]

  private let path: String
  private let source = JoinedStream([], isOpen: true)
  private var window: InputWindow
  private var step = Step.packed
  private var depth = 0
  private var archives: [ZipArchive] = []
  private var byteCount = 0
  /// Whether the text begins as JSON does, in which one broken text costs its row alone.
  private var isJSON: Bool?
  /// Whether the text has the bytes of the input, as far as is known.
  public private(set) var isUnchanged = true

  /// Makes a decoder; the path is that of errors.
  public init(path: String) {
    self.path = path
    window = InputWindow(source, path: path, capacity: 1 << 16)
  }

  /// Takes the next bytes, none at the end of the input; returns the text that is known by now.
  public func decode(_ bytes: [UInt8]) throws(IndexFileError) -> [UInt8] {
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

  /// Goes on as far as the bytes allow; returns `false` at the end.
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
      let beginning = try readBeginning(upTo: FileSignature.bytesLookedAt)
      if let format = FileSignature.of(beginning), format != .zip { throw .foreignFormat(path: path, format) }
      try goDeeper()
      step = .searching(ZipArchive(window.rest, path: path))
    } else if let encoding = window.view.withSpan(TextEncoding.marked) {
      window.consume(2)
      try convertRest(from: encoding)
    } else {
      let beginning = try readBeginning()
      if let format = FileSignature.of(beginning) { throw .foreignFormat(path: path, format) }
      if let encoding = beginning.withSpan(TextEncoding.unmarked) { return try convertRest(from: encoding) }
      guard !beginning.withSpan(InputFormat.isBinary) else { throw .binary(path: path) }
      step = beginning.withSpan(TextEncoding.markLength) > 0 ? .text : .ascii
    }
  }

  /// Reads what tells whether the bytes are text, the same however they arrive: of JSON the first few, so that what
  /// trickles is answered as it comes, else the first line, and more of what does not look like text.
  private func readBeginning() throws(IndexFileError) -> ByteView {
    let limit = FileSignature.bytesLookedAt
    while true {
      let view = window.view.part(0..<min(window.byteCount, limit))
      let isAll = window.isAtEnd || view.count == limit
      if let beginning = TextBeginning(view), isAll || beginning.end <= view.count {
        let end = min(beginning.end, view.count)
        return try beginning.isText(in: view.part(0..<end)) ? view.part(0..<end) : readBeginning(upTo: limit)
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
      let ending = entry.name.split(separator: ".").last?.lowercased() ?? ""
      if endings.contains(ending) { return entry }
    }
    return nil
  }

  /// Gives what is ASCII, in which all encodings agree; the first line beyond it tells the encoding, or else the
  /// sample does.
  ///
  /// A line decides for UTF-8, so that rows that trickle from a pipe are answered as they come.
  private func convert(_ text: inout [UInt8]) throws(IndexFileError) {
    let limit = InputSample.maximumByteCount
    guard let first = window.view.firstBeyondASCII(from: 0) else {
      let whole = (window.view.lastIndex(of: 0x0A) ?? -1) + 1
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
    switch EncodingVote(sample, bytesBefore: byteCount).verdict {
    case .ascii, .utf8: step = .text
    case .other(.cp1252) where isJSON, .unclear where isJSON: step = .text
    case .other(.eucJP): throw .otherEncoding(path: path, readings: sample.readings(in: [.eucJP]))
    case .other(let encoding): try convertRest(from: encoding)
    case .unclear:
      throw .otherEncoding(path: path, readings: sample.readings)
    }
  }

  private func convertRest(from encoding: TextEncoding) throws(IndexFileError) {
    try window.convert(from: encoding)
    step = .text
    isUnchanged = false
  }
}
