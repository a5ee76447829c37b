import Domain
import EmbeddedFiles
import Tables

/// The tables in `Fields.txt`.
extension FieldNames {
  /// A heading of the file, and its lines.
  struct Block: Sendable {
    let heading: [String]
    /// The text up to the next heading, including comments.
    fileprivate var text: EmbeddedFile

    /// The lines; they are parsed on each access, because a process needs few of the blocks.
    package var lines: [(key: String, names: [String])] { lines { $0.first == UInt8(ascii: " ") } }

    /// Parses some of the lines.
    func lines(where isWanted: (EmbeddedFile) -> Bool) -> [(key: String, names: [String])] {
      text.parts(between: UInt8(ascii: "\n")).filter(isWanted).map { line in
        let words = line.words
        return (words[0], Array(words.dropFirst()))
      }
    }

    /// Returns a part of the heading; `nil` if it is absent or a dash.
    func part(_ number: Int) -> String? {
      number < heading.count && heading[number] != "-" ? heading[number] : nil
    }
  }

  static let blocks: [Block] = {
    let file = EmbeddedFile(.fields)
    var blocks: [Block] = []
    for line in file.parts(between: UInt8(ascii: "\n")) {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      guard first != UInt8(ascii: " ") else {
        blocks[blocks.endIndex - 1].text = file[blocks[blocks.endIndex - 1].text.startIndex..<line.endIndex]
        continue
      }
      let heading = line.parts(between: UInt8(ascii: "|")).map { ByteView.over(Array($0), \.trimmed.text) }
      blocks.append(Block(heading: heading, text: file[line.endIndex..<line.endIndex]))
    }
    return blocks
  }()

  /// The names of addresses; the other lines aren't parsed, because a batch needs only these.
  static let addresses: NameTable = {
    let starts = ["anyAddress", "address_name", "road_address_name"].flatMap { ["  \($0) ", "  properties.\($0) "] }
    let block = blocks.first { $0.heading == ["fields"] }
    return NameTable(block?.lines { line in starts.contains { line.starts(with: $0.utf8) } } ?? [])
  }()

  package static func lines(_ heading: String) -> [(key: String, names: [String])] {
    blocks.first { $0.heading == [heading] }?.lines ?? []
  }

  package static func words(_ key: String, of heading: String) -> [String] {
    lines(heading).filter { $0.key == key }.flatMap(\.names)
  }

  /// The names of all fields except coordinates.
  static let table = NameTable(
    lines("fields") + [("metroTag", OSMTags.metroKeys), ("categoryTag", OSMTags.categoryKeys)]
  )

  /// The names of coordinate pairs, in order of priority.
  static let coordinates = NameTable(lines("coordinates"))

  /// Returns whether a name is a word for a position in a language, which states no order of its own.
  static func isSpokenPosition(_ name: String) -> Bool {
    table.meanings(ofWhole: ColumnName(name).letters).contains(where: \.isSpoken)
  }

  /// Returns whether letters are a name of columns with both coordinates that doesn't state their order.
  static func isPosition(_ letters: String) -> Bool {
    table.meanings(of: letters).contains { $0.field == .coordinate || $0.field == .geometryText }
  }

  static let namesOfNear = words("near", of: "others")
  static let namesOfParts = Set(words("parts", of: "others"))

  /// The titles of name columns, or their ends, from which a row of the category table follows.
  private static let kinds = NameTable(lines("kinds")) { key in
    let category = PlaceCategory(word: key)
    guard let row = CategoryTable.standard.rows.firstIndex(where: { $0.category == category }) else {
      preconditionFailure("each line of kinds begins with a group or a kind")
    }
    var meaning = NameTable.Meaning(.placeText(.name))
    meaning.category = UInt16(row)
    return meaning
  }

  /// Returns the row of the table of categories that follows from the title of a name column.
  package static func category(ofNameColumn letters: String) -> UInt16? {
    kinds.meanings(of: letters).min { $0.rank < $1.rank }?.category
  }
}
