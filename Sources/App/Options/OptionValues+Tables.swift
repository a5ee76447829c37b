import Domain
import Tables

/// Values about tables: their columns, their format and their coordinates.
extension OptionValues {
  /// Reads the columns that supply fields, `FIELD=COLUMN`; an empty column means that no column supplies the field.
  func mapping() throws(Failure) -> [(field: String, column: String)] {
    try texts.map { (text) throws(Failure) in
      guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
        throw .unreadable(option, value: text, .mapping)
      }
      let name = text[..<sign].lowercased()
      let field = ColumnMapping.fieldNames[name] ?? name
      let known = ColumnMapping.fields + ColumnRole.allCases.map(\.field)
      guard known.contains(field) || NearestWord.of(field, among: known) == nil else {
        throw .unknownWord(
          option,
          name,
          nearest: NearestWord.of(field, among: known),
          known: known.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + ["attributes"]
        )
      }
      return (field, String(text[text.index(after: sign)...]))
    }
  }

  /// Reads the attributes to store.
  func attributeChoice() throws(Failure) -> AttributeChoice {
    var choice = AttributeChoice()
    for text in texts {
      switch text {
      case "": throw .unreadable(option, value: text, .text)
      case "all": choice.extent = .all
      case "none": choice.extent = .none
      default: choice.keys.append(text)
      }
    }
    return choice
  }

  func crs() throws(Failure) -> CoordinateReferenceSystem {
    guard let crs = CoordinateReferenceSystem(word: text) else {
      if let code = text.systemCode { throw .crsNotConverted(option, code) }
      throw unknown(text, among: CoordinateReferenceSystem.allCases.map(\.rawValue))
    }
    return crs
  }

  /// Reads the character between two cells.
  func delimiter() throws(Failure) -> UInt8 {
    let words = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "]
    return try value(.delimiter) { text in
      let bytes = Array((words[text.lowercased()] ?? text).utf8)
      guard bytes.count == 1, bytes[0] != UInt8(ascii: "\""),
        bytes[0] >= 0x20 && bytes[0] < 0x7F || bytes[0] == UInt8(ascii: "\t")
      else { return nil }
      return bytes[0]
    }
  }

  func encoding() throws(Failure) -> TextEncoding {
    guard let encoding = TextEncoding(word: text) else {
      throw unknown(text, among: TextEncoding.allCases.map { $0.rawValue.lowercased() })
    }
    return encoding
  }
}

extension String {
  /// The text as an EPSG code such as `EPSG:3067`, for which no similar word is suggested.
  fileprivate var systemCode: String? {
    let digits = lowercased().trimmingPrefix("epsg").drop { $0 == ":" }
    return (4...6).contains(digits.count) && digits.allSatisfy(\.isWholeNumber) ? "EPSG:\(digits)" : nil
  }
}
