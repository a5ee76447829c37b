import Domain
package import Tables

/// Finds the header of a table among its first rows, since captions may precede it.
package enum HeaderSearch {
  /// The number of rows that may contain the header.
  private static let maximumRowCount = 12

  /// A row that may be the header.
  package struct Candidate {
    /// The texts of the cells; in a header of several rows, an empty cell has the text of the cell above it.
    package fileprivate(set) var texts: [String]
    /// The columns whose texts are taken from the rows above.
    package fileprivate(set) var joinedColumns: Set<Int> = []
    /// The bytes of the row; empty for a table without a header.
    package let row: Range<Int>
    /// The rows after it.
    package fileprivate(set) var sample: CSVSample
    /// Whether the row has more texts than each row above; a caption has fewer than the header.
    package let isFullest: Bool
    /// Whether the values in the rows may show the meaning of columns, because no row has titles that do.
    package let isByValues: Bool

    /// The trimmed texts, without the empty ones at the end.
    package var titles: [String] {
      var titles = texts.map { text in ByteView.over(Array(text.utf8)) { $0.trimmed.text } }
      while titles.count > 1, titles.last == "" { titles.removeLast() }
      return titles
    }

    /// Returns whether the row may be the header of coordinate columns, rather than a row of data with such texts.
    package func mayName(_ pairs: [CSVColumns.Pair]) -> Bool { isFullest || sample.hasNumbers(in: pairs) }

    /// Returns the header of several rows whose last one is the candidate; `nil` if no empty cell has a text above it.
    fileprivate func joined(below upper: [[String]]) -> Candidate? {
      var joined = self
      for column in texts.indices where texts[column].isBlank {
        guard let row = upper.last(where: { column < $0.count && !$0[column].isBlank }) else { continue }
        joined.texts[column] = row[column]
        joined.joinedColumns.insert(column)
      }
      guard !joined.joinedColumns.isEmpty else { return nil }
      joined.sample.skipRows(within: joined.joinedColumns)
      return joined
    }
  }

  package enum Finding<Header> {
    case header(Header)
    /// No row is a header; the values are the texts of the likeliest row, or `nil` if no row can be read, and whether
    /// they are data.
    case missing(texts: [String]?, areValues: Bool)
  }

  /// Calls a closure for each row that may be the header, as divided at each likely delimiter, until it returns one.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the table.
  ///   - isAtEnd: Whether the bytes are the whole table.
  ///   - format: What the user knows about the format.
  ///   - usesValues: Whether to search by values too, if no row has titles with a known meaning.
  ///   - read: Reads a candidate as a header; returns `nil` if it isn't one.
  /// - Returns: The first header.
  /// - Throws: The error of the closure.
  package static func find<Header, Failure: Error>(
    in bytes: ByteView,
    isAtEnd: Bool,
    format: TableFormat,
    usesValues: Bool = true,
    _ read: (Candidate) throws(Failure) -> Header?
  ) throws(Failure) -> Finding<Header> {
    let scanners = bytes.withSpan {
      CSVScanner.candidates($0, delimiter: format.delimiter, isQuoted: format.isQuoted)
    }
    var missing = Missing()
    for isByValues in usesValues ? [false, true] : [false] {
      for scanner in scanners {
        var sample = CSVSample(bytes: bytes, start: 0, isAtEnd: isAtEnd, scanner: scanner)
        var upper: [[String]] = []
        var filledCount = 0
        while upper.count < maximumRowCount, let (row, texts) = sample.takeTexts() {
          guard format.hasHeader else {
            sample.start = 0
            let numbers = texts.indices.map { String($0 + 1) }
            missing.texts = missing.texts ?? numbers
            let candidate = Candidate(
              texts: numbers,
              row: 0..<0,
              sample: sample,
              isFullest: true,
              isByValues: isByValues
            )
            if let header = try read(candidate) { return .header(header) }
            break
          }
          if upper.isEmpty, bytes.part(row).withSpan(CSVScanner.delimiter(namedBy:)) != nil { continue }
          defer { upper.append(texts) }
          let count = texts.count { !$0.isBlank }
          let candidate = Candidate(
            texts: texts,
            row: row,
            sample: sample,
            isFullest: count > filledCount,
            isByValues: isByValues
          )
          filledCount = max(filledCount, count)
          // A single text above several cells was divided at the wrong delimiter.
          guard texts.count > 1 || !candidate.sample.hasMostlyWideRows else {
            missing.note(candidate.titles)
            continue
          }
          if let joined = candidate.joined(below: upper), let header = try? read(joined) { return .header(header) }
          if let header = try read(candidate) { return .header(header) }
          missing.note(candidate.titles)
        }
      }
    }
    // Between tabs, a quote that doesn't enclose its cell is text, so a malformed row is read as a single cell.
    let isMalformed =
      missing.texts?.count == 1
      && scanners.contains {
        CSVSample(bytes: bytes, start: 0, isAtEnd: isAtEnd, scanner: $0).beginsMalformed
      }
    return .missing(texts: isMalformed ? nil : missing.texts, areValues: missing.areValues)
  }

  /// The texts to report if no row is a header.
  private struct Missing {
    var texts: [String]?
    /// Whether the first row has a number, so that it isn't followed by a header.
    private(set) var areValues = false
    /// Keeps the row with the most texts; shorter rows are captions, or were divided at the wrong delimiter.
    mutating func note(_ texts: [String]) {
      guard !areValues, texts.count > self.texts?.count ?? 0 else { return }
      let hasNumber = texts.contains { ByteView.over(Array($0.utf8), DecimalNumber.parse) != nil }
      guard !hasNumber || self.texts == nil else { return }
      self.texts = texts
      areValues = hasNumber
    }
  }
}

extension String {
  /// Whether the text has no characters but spaces.
  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }
}
