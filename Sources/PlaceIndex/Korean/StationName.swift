import Domain

/// The names of stations: `강남역` and `강남역 2호선` mean the station that is listed as `강남`.
enum StationName {
  /// The suffix of station names.
  static let suffix = Array("역".utf8)

  /// Returns whether a typed word means a station; the name of a station often lacks it.
  static func isWord(_ word: String) -> Bool { ["station", "역"].contains(word.lowercased()) }

  /// Returns the folded letters of a station's name without remarks in brackets, lines and the suffix for stations:
  /// `강남` for `강남역 2호선`.
  static func stem(of text: String) -> [UInt8] {
    var name = withoutRemark(text)
    let words = name.split(separator: " ")
    if words.count > 1, let last = words.last, last.hasSuffix("선") || last.hasSuffix("철도") || last.hasSuffix("line") {
      name = words.dropLast().joined(separator: " ")
    }
    var letters = NameFolding.fold(name).filter { $0 > 0x20 }
    if letters.count > suffix.count, letters.suffix(suffix.count) == suffix[...] {
      letters.removeLast(suffix.count)
    }
    return letters
  }

  /// Returns a name without a trailing remark in brackets.
  private static func withoutRemark(_ text: String) -> String {
    guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else { return text }
    return String(text[..<open])
  }
}
