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
  static let addresses: [Row] = {
    let starts = ["anyAddress", "address_name", "road_address_name"].flatMap { ["  \($0) ", "  properties.\($0) "] }
    let block = blocks.first { $0.heading == ["fields"] }
    let lines = block?.lines { line in starts.contains { line.starts(with: $0.utf8) } } ?? []
    return rows(lines)
  }()

  package static func lines(_ heading: String) -> [(key: String, names: [String])] {
    blocks.first { $0.heading == [heading] }?.lines ?? []
  }

  package static func words(_ key: String, of heading: String) -> [String] {
    lines(heading).filter { $0.key == key }.flatMap(\.names)
  }

  /// Numbers the names of some lines: of two columns for a field, the one whose name comes first wins.
  static func rows(_ lines: [(key: String, names: [String])]) -> [Row] {
    var rows: [Row] = []
    var next = 0
    for line in lines {
      rows.append(Row(line.key, line.names, from: next))
      next += line.names.count
    }
    return rows
  }

  /// The names of all fields except coordinates.
  static let table = rows(
    lines("fields") + [("metroTag", OSMTags.metroKeys), ("categoryTag", OSMTags.categoryKeys)]
  )

  package static let columns = table.filter { $0.only != .properties }
  static let properties = table.filter { $0.only != .columns }

  /// The names of columns with both coordinates.
  static let coordinates = table.filter { $0.field == .coordinate || $0.field == .geometryText }
  /// Returns whether a name is a word for a position in a language, which states no order of its own.
  static func isSpokenPosition(_ name: String) -> Bool {
    let letters = ColumnName(name).letters
    return coordinates.contains { $0.isSpoken && $0.exact[letters] != nil }
  }

  /// The names of columns with both coordinates that state their order, the latitude first and then last.
  static let orderedCoordinates = [ImportField.latitudeLongitude, .longitudeLatitude].flatMap { field in
    table.filter { $0.field == field }
  }

  /// The names of coordinate pairs, in order of priority.
  package static let pairs: [(slot: CoordinateSlot, north: Row, east: Row)] = {
    let names = rows(lines("coordinates"))
    let slots: [CoordinateSlot] = [.geodetic, .degrees, .degreesWithin, .plane]
    return slots.indices.map { (slots[$0], names[2 * $0], names[2 * $0 + 1]) }
  }()

  static let namesOfNear = words("near", of: "others")
  static let namesOfParts = Set(words("parts", of: "others"))

  /// The titles of name columns, or their ends, from which a row of the category table follows.
  static let categoriesByNameColumn: [(name: String, isEnding: Bool, category: UInt16)] = lines("kinds").flatMap {
    line in
    let category = PlaceCategory(word: line.key)
    guard let row = CategoryTable.standard.rows.firstIndex(where: { $0.category == category }) else {
      preconditionFailure("each line of kinds begins with a group or a kind")
    }
    return line.names.map { name in
      let isEnding = name.first == "*"
      return (String(name.dropFirst(isEnding ? 1 : 0)), isEnding, UInt16(row))
    }
  }
}
