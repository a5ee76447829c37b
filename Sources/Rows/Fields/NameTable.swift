import Domain

/// The names in lines of `Fields.txt`, found by the letters of titles.
package struct NameTable: Sendable {
  /// The meaning of a name.
  struct Meaning: BitwiseCopyable {
    let field: ImportField
    /// The inputs to which the name applies; `nil` for all.
    private(set) var only: FieldNames.Kind?
    private(set) var source = ValueOrigin.named
    /// Whether the values `closed` and `off` mean a closed place.
    private(set) var mayClose = false
    /// Whether the name is a word for a position, which people write with the latitude first.
    private(set) var isSpoken = false
    /// The pair of columns to which the name of a coordinate belongs.
    private(set) var slot: CoordinateSlot?
    /// The category row that follows from the title of a name column.
    var category: UInt16?
    /// The position of the name in the table.
    fileprivate(set) var rank = 0

    init(_ field: ImportField) { self.field = field }

    /// Reads the beginning of a line.
    fileprivate init(key: String) {
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
        case "geodetic": slot = .geodetic
        case "degrees": slot = .degrees
        case "within": slot = .degreesWithin
        case "plane": slot = .plane
        default: break
        }
      }
    }

    func applies(to kind: FieldNames.Kind) -> Bool { only == nil || only == kind }
  }

  private struct Ending {
    let text: String
    let meaning: Meaning
  }

  /// The field of each line.
  private(set) var fields: [ImportField] = []
  private var names: [String: [Meaning]] = [:]
  /// The endings by their last character.
  private var endings: [Character: [Ending]] = [:]
  private var firstWords: [String: Meaning] = [:]

  /// Numbers the names of some lines: of two columns for a field, the one whose name comes first wins.
  init(_ lines: [(key: String, names: [String])], meaning: (String) -> Meaning = Meaning.init(key:)) {
    names.reserveCapacity(lines.reduce(0) { $0 + $1.names.count })
    var position = 0
    for line in lines {
      let first = position
      var meaning = meaning(line.key)
      fields.append(meaning.field)
      for name in line.names {
        meaning.rank = line.key.hasPrefix("subject.") ? first : position
        add(name, meaning)
        position += 1
      }
    }
  }

  private mutating func add(_ written: String, _ meaning: Meaning) {
    // Bytes, because reading the names by characters takes twice as long.
    let name = written.utf8.contains(UInt8(ascii: "_")) ? written.filter { $0 != "_" } : written
    if name.utf8.first == UInt8(ascii: "*"), let last = name.last {
      endings[last, default: []].append(Ending(text: String(name.dropFirst()), meaning: meaning))
    } else if name.utf8.last == UInt8(ascii: "*") {
      firstWords[String(name.dropLast())] = meaning
    } else {
      names[name, default: []].append(meaning)
    }
  }

  /// Returns the meanings of letters that are a name, in order.
  func meanings(ofWhole letters: String) -> [Meaning] { names[letters] ?? [] }

  /// Returns the meanings of letters that end like a name, in order.
  func meanings(ofEnding letters: String) -> [Meaning] {
    var found: [Meaning] = []
    guard let last = letters.last, let endings = endings[last] else { return found }
    for ending in endings where letters.hasSuffix(ending.text) { found.append(ending.meaning) }
    return found
  }

  /// Returns the meanings of letters that are a name or end like one; whole names come first.
  func meanings(of letters: String) -> [Meaning] { meanings(ofWhole: letters) + meanings(ofEnding: letters) }

  /// Returns whether letters are a whole name for the names of places.
  func isName(_ letters: String, in kind: FieldNames.Kind) -> Bool {
    for meaning in meanings(ofWhole: letters) where meaning.field == .placeText(.name) && meaning.source == .named {
      if meaning.applies(to: kind) { return true }
    }
    return false
  }

  /// Returns the meaning of a title's first word, if the title has further words: `nom_station`, `nomStation`, Nom de
  /// la station.
  func meaning(ofFirstWord title: String) -> Meaning? {
    let words = ColumnName.words(of: title)
    guard words.count > 1 else { return nil }
    return firstWords[words[0]] ?? firstWords[words[0] + words[1]]
  }

  /// Returns the first meaning of names that begin with a truncated name, and fit, ranked after whole names; `nil` if
  /// no field, or several fields, have some.
  func meaning(ofCut letters: String, where fits: (Meaning) -> Bool) -> Meaning? {
    var first: Meaning?
    for (name, meanings) in names where FieldNames.isBeginning(letters, of: name) {
      for meaning in meanings where fits(meaning) {
        if let first, first.field != meaning.field { return nil }
        if meaning.rank < first?.rank ?? .max { first = meaning }
      }
    }
    first?.rank = Int(UInt16.max) - 1
    return first
  }
}
