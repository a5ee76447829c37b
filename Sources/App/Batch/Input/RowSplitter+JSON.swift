import Tables

/// Splits JSON rows that aren't one per line.
extension RowSplitter {
  mutating func cut(_ block: inout RowBlock, _ elements: JSONElements) -> Int {
    var elements = elements
    var rowStart = 0
    var at = scanned
    while true {
      if !isWithin {
        rowStart = elements.begin(block.bytes.span, from: at)
        at = rowStart
        guard at < block.bytes.count else { break }
        isWithin = true
      }
      var bytes = block.bytes.mutableSpan
      guard case .value(let end, let next) = elements.end(&bytes, from: at) else {
        at = block.bytes.count
        break
      }
      finish(rowStart..<end, in: &block)
      at = next
      rowStart = next
    }
    layout = .elements(elements)
    return rest(of: block, from: rowStart)
  }

  mutating func cut(_ block: inout RowBlock, _ pages: JSONPages, isAtEnd: Bool) -> Int {
    var pages = pages
    defer { layout = .pages(pages) }
    var rowStart = 0
    var at = scanned
    while true {
      if !isWithin {
        let isTooLong = block.bytes.count - at > limit
        switch pages.next(in: block.bytes, from: at, isLast: isAtEnd || isTooLong) {
        case .value(let start):
          rowStart = start
          at = start
          isWithin = true
        case .rows(let ranges, let next):
          for range in ranges {
            _ = pages.elements.begin(block.bytes.span, from: range.lowerBound)
            var bytes = block.bytes.mutableSpan
            _ = pages.elements.end(&bytes, from: range.lowerBound)
            add(range, to: &block)
          }
          at = next
          continue
        case .more(let start):
          scanned = start
          return start
        }
      }
      var bytes = block.bytes.mutableSpan
      guard case .value(let end, let next) = pages.elements.end(&bytes, from: at) else { break }
      finish(rowStart..<end, in: &block)
      at = next
    }
    return rest(of: block, from: rowStart)
  }

  /// Ends the value of a row, unless it is too long.
  private mutating func finish(_ range: Range<Int>, in block: inout RowBlock) {
    if isDropping || range.count > limit {
      let end = range.upperBound
      block.rows.append(RowSlice(range: end..<end, error: .tooLong(limitInBytes: limit)))
    } else {
      add(range, to: &block)
    }
    isWithin = false
    isDropping = false
  }

  /// Returns the start of an unfinished row; the end of the block if the row is too long.
  private mutating func rest(of block: RowBlock, from rowStart: Int) -> Int {
    scanned = block.bytes.count
    if isWithin, block.bytes.count - rowStart > limit { isDropping = true }
    return isDropping ? block.bytes.count : rowStart
  }
}
