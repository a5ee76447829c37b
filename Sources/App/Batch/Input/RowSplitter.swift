/// Cuts a stream of bytes into rows, whatever the sizes of the chunks it comes in.
///
/// Pure: chunks in, blocks of whole rows out. It holds at most one unfinished row, up to the maximum byte count of a
/// row. Blank lines are skipped. Where rows end depends on the bytes alone, never on where the chunks end. A quote
/// that does not close, or that closes before other text, spoils its line alone: the next one is a row again, as in
/// an import.
///
/// Rows are cut before they are parsed because blocks of them are parsed on all cores at once.
struct RowSplitter: Sendable {
  /// The maximum byte count of a row; a longer one is reported and its bytes are dropped.
  ///
  /// Enough for the outline of a country. A row of several lines may have a sixteenth, so that one is not held long.
  static let maximumRowByteCount = 1 << 24

  private enum State: Sendable {
    case cellStart, plain, quoted, quoteInQuoted
    /// Behind text that follows a closing quote.
    case broken
    /// In a row that is too long, up to the next line end.
    case dropping
  }

  private let delimiter: UInt8?
  private let limit: Int
  private var tail: [UInt8] = []
  private var scanned = 0
  /// Up to where no quoted cell holds a line end: one from before is known not to close, and is not looked for again.
  private var brokenUntil = 0
  private var state = State.cellStart
  private var nextNumber = 1

  /// Whether the unfinished row is longer than the limit.
  var isDropping: Bool { state == .dropping }

  init(delimiter: UInt8?, limitInBytes: Int = maximumRowByteCount) {
    self.delimiter = delimiter
    limit = limitInBytes
  }

  /// Takes the next chunk and returns the rows that end in it.
  mutating func split(_ chunk: [UInt8]) -> RowBlock {
    var block = RowBlock(firstNumber: nextNumber)
    if tail.isEmpty {
      block.bytes = chunk
    } else {
      block.bytes = tail
      // The only owner grows in place, so that a long row takes linear time.
      tail = []
      block.bytes.append(contentsOf: chunk)
    }
    block.rows.reserveCapacity(block.bytes.count / 64)
    let rest = cut(&block, isAtEnd: false)
    if rest == 0, block.rows.isEmpty {
      swap(&tail, &block.bytes)
    } else {
      tail = rest < block.bytes.count ? Array(block.bytes[rest...]) : []
    }
    scanned = scanned - rest
    brokenUntil = max(0, brokenUntil - rest)
    nextNumber += block.rows.count
    return block
  }

  /// Returns the last row when the input does not end with a line end.
  mutating func finish() -> RowBlock {
    var block = RowBlock(bytes: tail, firstNumber: nextNumber)
    if state == .dropping {
      block.rows.append(RowSlice(range: 0..<0, error: .tooLong(limitInBytes: limit)))
    } else {
      scanned = 0
      state = .cellStart
      let rest = cut(&block, isAtEnd: true)
      add(rest..<tail.count, to: &block, error: state == .quoted && delimiter != Ascii.tab ? .quoteOpen : nil)
    }
    tail = []
    scanned = 0
    brokenUntil = 0
    state = .cellStart
    nextNumber += block.rows.count
    return block
  }

  /// Finds the row ends from where the last call stopped; returns the offset where the unfinished row starts.
  private mutating func cut(_ block: inout RowBlock, isAtEnd: Bool) -> Int {
    let bytes = block.bytes
    var rowStart = 0
    var at = scanned
    while at < bytes.count {
      let end = min(bytes.count, rowStart + limit + 1)
      if state == .dropping {
        guard let lineEnd = bytes[at...].firstIndex(of: Ascii.lineFeed) else {
          scanned = bytes.count
          return bytes.count
        }
        block.rows.append(RowSlice(range: lineEnd..<lineEnd, error: .tooLong(limitInBytes: limit)))
        at = lineEnd + 1
        rowStart = lineEnd + 1
        state = .cellStart
        continue
      }
      at = rowEnd(in: bytes, of: rowStart, from: at, to: end)
      var (lineEnd, error): (Int?, RowSplitError?) = (at, nil)
      // The first byte beyond the limit decides, so the same row is refused whatever the chunks were.
      let isTooLong = at - rowStart > limit
      if isTooLong || state == .broken || state == .quoted || at == end {
        guard isTooLong || at < end || (isAtEnd && state == .quoted) else { break }
        brokenUntil = max(brokenUntil, at)
        error = delimiter == Ascii.tab ? nil : .quoteOpen
        lineEnd = bytes[rowStart..<min(at + 1, end)].firstIndex(of: Ascii.lineFeed)
      }
      if let lineEnd {
        add(rowStart..<lineEnd, to: &block, error: error)
        at = lineEnd + 1
        rowStart = lineEnd + 1
        state = .cellStart
      } else if isTooLong {
        state = .dropping
      } else if state == .broken {
        state = .plain
      }
    }
    scanned = bytes.count
    return state == .dropping ? bytes.count : rowStart
  }

  /// Returns where a row ends, or where it turns out to be broken; `end` when it goes on.
  private mutating func rowEnd(in bytes: [UInt8], of row: Int, from start: Int, to end: Int) -> Int {
    guard let delimiter else { return bytes[start..<end].firstIndex(of: Ascii.lineFeed) ?? end }
    if state == .plain || state == .cellStart {
      if let lineEnd = Self.lineEndWithoutQuotes(in: bytes, from: start, to: end) { return lineEnd }
    }
    // A copy, because a stored property would be written back for every byte.
    var state = self.state
    defer { self.state = state }
    var at = start
    while at < end {
      let byte = bytes[at]
      switch state {
      case .plain:
        if byte == Ascii.lineFeed { return at }
        if byte == delimiter { state = .cellStart }
      case .cellStart:
        if byte == Ascii.lineFeed { return at }
        if byte == Ascii.quote { state = .quoted } else if byte != delimiter { state = .plain }
      case .quoted:
        if byte == Ascii.quote { state = .quoteInQuoted }
        if byte == Ascii.lineFeed, at < brokenUntil || at > row + limit / 16 { return at }
      case .quoteInQuoted:
        if byte == Ascii.lineFeed { return at }
        state = byte == Ascii.quote ? .quoted : byte == delimiter ? .cellStart : Ascii.isBlank(byte) ? .plain : .broken
        if state == .broken { return at }
      case .broken, .dropping:
        return at
      }
      at += 1
    }
    return end
  }

  /// The next line end where no quote stands before it, as in most rows; it is looked for eight bytes at a time.
  private static func lineEndWithoutQuotes(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && start <= end && end <= bytes.count)
    var at = start
    // Within bounds: eight bytes are only read where as many are left.
    unsafe bytes.withUnsafeBytes { bytes in
      while at <= end - 8 {
        let eight = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        let found = eight.bytes(equal: Ascii.lineFeed) | eight.bytes(equal: Ascii.quote)
        guard found == 0 else {
          at += found.trailingZeroBitCount / 8
          break
        }
        at += 8
      }
    }
    while at < end {
      if bytes[at] == Ascii.lineFeed { return at }
      if bytes[at] == Ascii.quote { return nil }
      at += 1
    }
    return nil
  }

  private func add(_ range: Range<Int>, to block: inout RowBlock, error: RowSplitError?) {
    var end = range.upperBound
    // More than one, where line ends were converted twice.
    while end > range.lowerBound, block.bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
    var start = range.lowerBound
    // RFC 7464 and GeoJSON text sequences (RFC 8142) put one before each object.
    if delimiter == nil, start < end, block.bytes[start] == Ascii.recordSeparator { start += 1 }
    let isBlank = delimiter == nil ? block.bytes[start..<end].allSatisfy(Ascii.isBlank) : end == start
    guard !isBlank else { return }
    block.rows.append(RowSlice(range: start..<end, error: error))
  }
}

/// A chunk of input with the rows that end in it.
struct RowBlock: Sendable {
  /// Part of the input; every row is a range of it.
  var bytes: [UInt8] = []
  /// The rows, in order, without blank lines.
  var rows: [RowSlice] = []
  /// Number of the first row, counted from 1 over the whole input.
  var firstNumber = 1

  /// All rows, with what lies between them.
  var rowRange: Range<Int> { (rows.first?.range.lowerBound ?? 0)..<(rows.last?.range.upperBound ?? 0) }
}

/// Where a row lies in its block.
struct RowSlice: Sendable, Hashable {
  /// The row, without its line end.
  let range: Range<Int>
  /// Why the row could not be cut out whole.
  var error: RowSplitError?
}

extension UInt64 {
  /// The highest bit of each of the eight bytes that equals another, exact up to the first, lowest one.
  ///
  /// Source: H. Warren, "Hacker's Delight" (2002), section 6-1.
  @inline(__always)
  fileprivate func bytes(equal byte: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = self ^ (UInt64(byte) &* ones)
    return (difference &- ones) & ~difference & (ones << 7)
  }
}
