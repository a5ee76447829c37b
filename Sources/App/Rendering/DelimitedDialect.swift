/// The two formats of records with separated values.
///
/// Values are written unchanged. Nothing is put before `=`, `+`, `-` or `@`, because telephone numbers start with `+` and
/// programs need the original; in a spreadsheet, import untrusted files as text.
enum DelimitedDialect: Sendable {
  /// RFC 4180 with a line feed at the end of a record.
  case csv
  /// Tab-separated; tab, line feed, carriage return and backslash are written `\t`, `\n`, `\r`, `\\`.
  case tsv

  /// The separator of values.
  var separator: UInt8 {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    }
  }
}

extension [UInt8] {
  /// Appends a part of a buffer as one value of a record.
  ///
  /// Control characters other than tab, line feed and carriage return are removed; these formats cannot escape them.
  mutating func append(value bytes: [UInt8], in range: Range<Int>, as dialect: DelimitedDialect) {
    var isPlain = true
    for index in range {
      let byte = bytes[index]
      if ControlCharacter.mayBegin(with: byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",")
        || byte == UInt8(ascii: "\\")
      {
        isPlain = false
        break
      }
    }
    if isPlain {
      append(contentsOf: bytes[range])
    } else {
      switch dialect {
      case .csv: append(quotedIfNeeded: bytes, in: range)
      case .tsv: append(escaped: bytes, in: range)
      }
    }
  }

  /// Appends a text as one value of a record.
  mutating func append(value text: String, as dialect: DelimitedDialect) {
    let bytes = [UInt8](text.utf8)
    append(value: bytes, in: bytes.indices, as: dialect)
  }

  private mutating func append(quotedIfNeeded bytes: [UInt8], in range: Range<Int>) {
    let special: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let isQuoted = bytes[range].contains(where: special.contains)
    if isQuoted { append(UInt8(ascii: "\"")) }
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      let isKept = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
      if !isKept, ControlCharacter.mayBegin(with: byte),
        let control = ControlCharacter.match(in: bytes, at: index, end: range.upperBound)
      {
        index += control.length
        continue
      }
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
      index += 1
    }
    if isQuoted { append(UInt8(ascii: "\"")) }
  }

  private mutating func append(escaped bytes: [UInt8], in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\t"): append(text: "\\t")
      case UInt8(ascii: "\n"): append(text: "\\n")
      case UInt8(ascii: "\r"): append(text: "\\r")
      case UInt8(ascii: "\\"): append(text: "\\\\")
      default:
        if ControlCharacter.mayBegin(with: byte),
          let control = ControlCharacter.match(in: bytes, at: index, end: range.upperBound)
        {
          index += control.length
          continue
        }
        append(byte)
      }
      index += 1
    }
  }
}
