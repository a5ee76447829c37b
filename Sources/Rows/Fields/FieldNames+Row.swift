import Tables

extension FieldNames {
  /// Returns whether letters have a suffix; comparing the last bytes first rules out most ASCII suffixes.
  static func ends(_ letters: String, in ending: String) -> Bool {
    guard let last = letters.utf8.last, let other = ending.utf8.last else { return ending.isEmpty }
    return (last == other || last >= 0x80 && other >= 0x80) && letters.hasSuffix(ending)
  }

  /// The names in a line of the table.
  package struct Row: Sendable {
    let field: ImportField
    /// The inputs to which the names apply; `nil` for all.
    private(set) var only: Kind?
    private(set) var source = ValueOrigin.named
    /// Whether the values `closed` and `off` mean a closed place.
    private(set) var mayClose = false
    /// Whether the names are words for a position, which people write with the latitude first.
    private(set) var isSpoken = false
    /// The position of each name in the table.
    private(set) var exact: [String: Int] = [:]
    private var endings: [(text: String, rank: Int)] = []
    private var firstWords: [String: Int] = [:]

    /// Reads a line of `Fields.txt`.
    init(_ key: String, _ names: [String], from first: Int) {
      let parts = key.split(separator: ".").map(String.init)
      guard let field = parts.last.flatMap(ImportField.init(name:)) else {
        preconditionFailure("each line of the table begins with a field")
      }
      self.field = field
      if field == .otherName { source = .otherName }
      for part in parts.dropLast() {
        switch part {
        case "properties": only = .properties
        case "columns": only = .columns
        case "last": source = .lastResort
        case "closing": mayClose = true
        case "spoken": isSpoken = true
        case "taxonomy": source = .taxonomy
        case "categories": source = .categories
        case "basic": source = .basicCategory
        case "alternates": source = .alternates
        default: break
        }
      }
      for (offset, written) in names.enumerated() {
        // Bytes, because reading the names by characters takes twice as long.
        let name = written.utf8.contains(UInt8(ascii: "_")) ? written.filter { $0 != "_" } : written
        let rank = parts[0] == "subject" ? first : first + offset
        if name.utf8.first == UInt8(ascii: "*") {
          endings.append((String(name.dropFirst()), rank))
        } else if name.utf8.last == UInt8(ascii: "*") {
          firstWords[String(name.dropLast())] = rank
        } else {
          exact[name] = rank
        }
      }
    }

    /// Returns the position of a name in the table; `nil` if it isn't in this row.
    func rank(of letters: String) -> Int? { exact[letters] ?? rank(ofEnding: letters) }

    func rank(ofEnding letters: String) -> Int? {
      endings.first { FieldNames.ends(letters, in: $0.text) }?.rank
    }

    /// Returns the position of a title's first word, if the title has further words: `nom_station`, `nomStation`, Nom
    /// de la station.
    func rank(ofFirstWord title: String) -> Int? {
      guard !firstWords.isEmpty else { return nil }
      let words = Self.words(of: title)
      guard words.count > 1 else { return nil }
      return firstWords[words[0]] ?? firstWords[words[0] + words[1]]
    }

    /// Returns the words of a title in lower case, divided at separators or capitals.
    package static func words(of title: String) -> [String] {
      var words: [String] = []
      var isWithinWord = false
      var isAfterSmall = false
      for letter in title {
        let isLetter = letter.isLetter || letter.isNumber
        if isLetter, isWithinWord, !(isAfterSmall && letter.isUppercase) {
          words[words.endIndex - 1] += letter.lowercased()
        } else if isLetter {
          words.append(letter.lowercased())
        }
        isWithinWord = isLetter
        isAfterSmall = letter.isLowercase
      }
      return words
    }
  }
}
