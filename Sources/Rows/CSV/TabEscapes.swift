package import Tables

/// The escapes in tab-separated values that this program writes: `\t`, `\n`, `\r` and `\\`.
///
/// Other programs write a backslash as it is.
package enum TabEscapes {
  /// Columns of places that other programs name differently.
  private static let titles = ["place_name", "category_group_code"]

  /// Returns whether a table with some titles has escapes.
  package static func areUsed(titles: [String], delimiter: UInt8) -> Bool {
    delimiter == UInt8(ascii: "\t") && Self.titles.allSatisfy(titles.contains)
  }

  /// Returns a text without its escapes.
  package static func text(of bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    resolve(bytes, into: &text)
    return text
  }

  private static func resolve(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      guard byte == UInt8(ascii: "\\"), at < bytes.count else {
        text.append(byte)
        continue
      }
      switch bytes[at] {
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "\\"): text.append(byte)
      case let other: text += [byte, other]
      }
      at += 1
    }
  }

  /// Appends the texts of cells without their escapes, and returns the cells of the new text.
  package static func resolve(_ cells: [CSVCell], in bytes: Span<UInt8>, into text: inout [UInt8]) -> [CSVCell] {
    cells.map { cell in
      let start = text.count
      resolve(bytes.extracting(cell.start..<cell.end), into: &text)
      return CSVCell(start: start, end: text.count, hasDoubledQuotes: false)
    }
  }
}
