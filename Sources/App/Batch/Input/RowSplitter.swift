import Tables

/// Splits a stream of bytes into rows, independently of the chunk sizes.
///
/// Pure: takes chunks and returns blocks of whole rows. It stores at most one unfinished row, up to the maximum size of
/// a row. Empty lines are skipped. The end of a row depends only on the bytes. Up to an import's maximum of 1 MiB, it
/// is the same as in an import, because the same scanner reads rows with quotes.
///
/// Rows are split before they are parsed, because blocks of them are parsed on all cores at once. An import, which has
/// threads of its own, reads each row once instead. With one loop for both, a row of a batch would take 1,700 more
/// instructions (5 %), and a place of a GeoJSON import 2,900 more (18 %), because both would be scanned twice.
struct RowSplitter: Sendable {
  /// The maximum size of a row in bytes.
  ///
  /// A longer row is reported and its bytes are dropped.
  ///
  /// Enough for the outline of a country. A row of several lines may have a sixteenth, to limit how long it is held
  /// back.
  static let maximumRowByteCount = 1 << 24

  enum Layout: Sendable {
    /// Lines of JSON.
    case lines
    case table(CSVScanner)
    case elements(JSONElements)
    case pages(JSONPages)
  }

  var layout: Layout
  let limit: Int
  private var tail: [UInt8] = []
  var scanned = 0
  /// Whether the unfinished row has a quote, so that a line end may be part of a cell, or is a JSON value.
  var isWithin = false
  /// Whether the unfinished row exceeds the limit.
  var isDropping = false
  private var nextNumber = 1
  private var cells: [CSVCell] = []

  /// Splits rows of a table, or lines of JSON if there is no delimiter.
  init(
    delimiter: UInt8?,
    isQuoted: Bool = true,
    shape: CSVRowShape? = nil,
    limitInBytes: Int = maximumRowByteCount
  ) {
    limit = limitInBytes
    layout =
      delimiter.map { delimiter in
        // A line end follows the last byte of the longest row.
        var scanner = CSVScanner(
          delimiter: delimiter,
          isQuoted: isQuoted,
          maximumRowByteCount: limitInBytes + 1,
          maximumLinesByteCount: limitInBytes / 16
        )
        scanner.shape = shape
        return .table(scanner)
      } ?? .lines
  }

  /// Splits JSON values that aren't one per line.
  init(_ enclosure: JSONElements.Enclosure) {
    limit = Self.maximumRowByteCount
    layout = .elements(JSONElements(enclosure))
  }

  /// Splits the rows of wrapped JSON.
  init(_ pages: JSONPages) {
    limit = Self.maximumRowByteCount
    layout = .pages(pages)
  }

  /// Whether the rows so far are in an unfinished array.
  var isInArray: Bool {
    switch layout {
    case .elements(let elements): elements.isOpen
    case .pages(let pages): pages.isOpen
    case .lines, .table: false
    }
  }

  /// Adds a chunk and returns the rows that end in it.
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
    moveOn(by: rest)
    nextNumber += block.rows.count
    return block
  }

  private mutating func moveOn(by count: Int) {
    scanned -= count
    guard case .table(var scanner) = layout else { return }
    scanner.move(by: count)
    layout = .table(scanner)
  }

  /// Returns the last row if the input doesn't end with a line end.
  mutating func finish() -> RowBlock {
    var block = RowBlock(bytes: tail, firstNumber: nextNumber)
    if isDropping {
      block.rows.append(RowSlice(range: 0..<0, error: .tooLong(limitInBytes: limit)))
    } else {
      switch layout {
      case .elements, .pages: break
      case .lines, .table: scanned = 0
      }
      let rest = cut(&block, isAtEnd: true)
      add(rest..<block.bytes.count, to: &block, isOpen: true)
    }
    tail = []
    scanned = 0
    isWithin = false
    isDropping = false
    nextNumber += block.rows.count
    return block
  }

  /// Finds row ends from where the last call stopped; returns the offset of the unfinished row.
  private mutating func cut(_ block: inout RowBlock, isAtEnd: Bool) -> Int {
    switch layout {
    case .elements(let elements): return cut(&block, elements)
    case .pages(let pages): return cut(&block, pages, isAtEnd: isAtEnd)
    case .table(let scanner): return cut(&block, scanner, isAtEnd: isAtEnd)
    case .lines: return cut(&block, nil, isAtEnd: isAtEnd)
    }
  }

  private mutating func cut(_ block: inout RowBlock, _ scanner: CSVScanner?, isAtEnd: Bool) -> Int {
    let bytes = block.bytes
    var scanner = scanner
    var rowStart = 0
    var at = scanned
    while at < bytes.count {
      if isDropping {
        guard let lineEnd = bytes[at...].firstIndex(of: Ascii.lineFeed) else {
          scanned = bytes.count
          return bytes.count
        }
        block.rows.append(RowSlice(range: lineEnd..<lineEnd, error: .tooLong(limitInBytes: limit)))
        at = lineEnd + 1
        rowStart = at
        isDropping = false
        continue
      }
      let end = min(bytes.count, rowStart + limit + 1)
      var lineEnd: Int?
      var error: RowSplitError?
      if !isWithin {
        at = bytes.firstLineFeed(from: at, to: end, orQuote: scanner?.isQuoted == true)
        if at < end, bytes[at] == Ascii.lineFeed { lineEnd = at } else { isWithin = at < end }
      }
      // Without a closing quote, a row with a quote ends at the line feed.
      if isWithin, isAtEnd || bytes.firstLineFeed(from: at, to: end, orQuote: false) < end {
        (lineEnd, error) = Self.rowEnd(in: bytes, from: rowStart, isAtEnd: isAtEnd, &scanner, &cells)
      }
      guard let lineEnd, lineEnd - rowStart <= limit else {
        guard end - rowStart > limit else { break }
        isDropping = true
        isWithin = false
        at = end
        continue
      }
      add(rowStart..<lineEnd, to: &block, error: error, isOpen: lineEnd == bytes.count)
      at = min(lineEnd + 1, bytes.count)
      rowStart = at
      isWithin = false
    }
    if let scanner { layout = .table(scanner) }
    scanned = bytes.count
    return isDropping ? bytes.count : rowStart
  }

  /// Returns the end of a row with a quote and its error; `nil` if the row continues.
  private static func rowEnd(
    in bytes: [UInt8],
    from start: Int,
    isAtEnd: Bool,
    _ scanner: inout CSVScanner?,
    _ cells: inout [CSVCell]
  ) -> (lineEnd: Int?, error: RowSplitError?) {
    guard let finding = scanner?.scan(bytes.span, from: start, isAtEnd: isAtEnd, into: &cells),
      let next = finding.next
    else { return (nil, nil) }
    let lineEnd = next > start && bytes[next - 1] == Ascii.lineFeed ? next - 1 : next
    guard case .malformed = finding, let scanner, scanner.delimiter != Ascii.tab else { return (lineEnd, nil) }
    // Errors within the line are reported when its cells are parsed.
    return (lineEnd, scanner.brokenUntil >= next ? .quoteOpen : nil)
  }

  func add(_ range: Range<Int>, to block: inout RowBlock, error: RowSplitError? = nil, isOpen: Bool = false) {
    var end = range.upperBound
    // There may be several carriage returns if line ends were converted twice.
    while end > range.lowerBound, block.bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
    var start = range.lowerBound
    let isBlank: Bool
    if case .table(let scanner) = layout {
      isBlank = start == end || block.bytes[start] == scanner.delimiter && hasNoText(block.bytes[start..<end])
    } else {
      // RFC 7464 and GeoJSON text sequences (RFC 8142) put a separator before each object.
      if start < end, block.bytes[start] == Ascii.recordSeparator { start += 1 }
      isBlank = block.bytes[start..<end].allSatisfy(Ascii.isBlank)
    }
    guard !isBlank else { return }
    block.rows.append(RowSlice(range: start..<end, error: error, isOpen: isOpen))
  }

  /// Returns whether a line has only delimiters, as spreadsheets write after the last row.
  private func hasNoText(_ line: ArraySlice<UInt8>) -> Bool {
    guard let delimiter = line.first else { return true }
    return line.allSatisfy { $0 == delimiter }
  }
}

extension [UInt8] {
  /// Returns the offset of the next line feed or, if requested, quote; `end` if there is none.
  fileprivate func firstLineFeed(from start: Int, to end: Int, orQuote: Bool) -> Int {
    ByteSearch.next(Ascii.lineFeed, or: orQuote ? Ascii.quote : Ascii.lineFeed, in: span, from: start, to: end)
  }
}
