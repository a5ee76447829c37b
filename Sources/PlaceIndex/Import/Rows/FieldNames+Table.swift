import Domain
import EmbeddedFiles

/// The tables of `Fields.txt`.
extension FieldNames {
  /// A heading of the file, and its lines.
  struct Block: Sendable {
    let heading: [String]
    var lines: [(key: String, names: [String])] = []

    /// A part of the heading; `nil` if it is absent or a dash.
    func part(_ number: Int) -> String? {
      number < heading.count && heading[number] != "-" ? heading[number] : nil
    }
  }

  static let blocks: [Block] = {
    var blocks: [Block] = []
    for line in EmbeddedFile(.fields).text.split(separator: "\n") where line.first != "#" {
      if line.first == " " {
        let words = line.split(separator: " ").map(String.init)
        blocks[blocks.endIndex - 1].lines.append((words[0], Array(words.dropFirst())))
      } else {
        blocks.append(Block(heading: line.split(separator: "|").map { ByteView.over(Array($0.utf8), \.trimmed.text) }))
      }
    }
    return blocks
  }()

  static func lines(_ heading: String) -> [(key: String, names: [String])] {
    blocks.first { $0.heading == [heading] }?.lines ?? []
  }

  static func words(_ key: String, of heading: String) -> [String] {
    lines(heading).filter { $0.key == key }.flatMap(\.names)
  }

  /// Numbers the names of some lines: of two columns for one field, the one whose name comes first is used.
  static func rows(_ lines: [(key: String, names: [String])]) -> [Row] {
    var (rows, next) = ([Row](), 0)
    for line in lines {
      rows.append(Row(line.key, line.names, from: next))
      next += line.names.count
    }
    return rows
  }

  /// The names of all fields but coordinates.
  static let table = rows(
    lines("fields") + [("metroTag", CategoryTable.osmMetroKeys), ("categoryTag", CategoryTable.osmKeys)]
  )

  /// The names of pairs of coordinates, in the order in which pairs are looked for.
  static let pairs: [(slot: CoordinateSlot, north: Row, east: Row)] = {
    let names = rows(lines("coordinates"))
    let slots: [CoordinateSlot] = [.geodetic, .degrees, .degreesWithin, .plane]
    return slots.indices.map { (slots[$0], names[2 * $0], names[2 * $0 + 1]) }
  }()

  /// The endings of columns that end like a name but are not names of places.
  static let namesOfOthers = words("name", of: "others")
  static let namesOfNear = words("near", of: "others")

  /// The groups and kinds that follow from the title of the name column.
  static let categoriesByNameColumn = lines("kinds")
}
