import Foundation
import TestSupport
import Testing

/// A random table or JSON text of places, with the rows that a reader must find in it.
struct RandomTable: Sendable, CustomTestStringConvertible {
  struct Row: Sendable {
    let id: String
    let name: String
    let latitude: Double
    let longitude: Double
  }

  let seed: UInt64
  private(set) var bytes: [UInt8] = []
  private(set) var rows: [Row] = []
  /// Whether the text ends anywhere.
  private(set) var isCut = false
  private(set) var isJSON: Bool

  var testDescription: String { "\(seed)" }

  /// The words of the texts, and their bytes in CP949.
  private static let words: [(text: String, cp949: [UInt8])] = [
    ("가온", [176, 161, 191, 194]), ("나래", [179, 170, 183, 161]), ("Alpha", Array("Alpha".utf8)),
    ("Beta & Co.", Array("Beta & Co.".utf8)), ("7", [0x37]), ("x=y", Array("x=y".utf8)),
  ]

  init(seed: UInt64) {
    self.seed = seed
    isJSON = seed % 2 == 1
    var random = SeededRandom(seed)
    let rowCount = Int.random(in: 1...6, using: &random)
    for number in 0..<rowCount {
      let name = Self.words[number % 3].text + " " + Self.words.shuffled(using: &random)[0].text
      rows.append(
        Row(
          id: "r\(number)",
          name: name,
          latitude: Double(Int.random(in: 37_000...37_999, using: &random)) / 1000,
          longitude: Double(Int.random(in: 126_000...128_999, using: &random)) / 1000
        )
      )
    }
    let text = isJSON ? json(&random) : table(&random)
    bytes = encoded(text, &random)
    guard Int.random(in: 0..<5, using: &random) == 0 else { return }
    isCut = true
    bytes.removeLast(Int.random(in: 1...max(1, bytes.count / 3), using: &random))
  }

  private func encoded(_ text: String, _ random: inout SeededRandom) -> [UInt8] {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case 1: return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case 2 where !isJSON:
      var bytes: [UInt8] = []
      for character in text {
        let word = Self.words.first {
          $0.text.contains(character) && !$0.text.utf8.allSatisfy { $0 < 0x80 }
        }
        let position = word?.text.firstIndex(of: character).flatMap {
          word?.text.distance(from: "가온".startIndex, to: $0)
        }
        if let word, let position {
          bytes += word.cp949[2 * position..<2 * position + 2]
        } else {
          bytes += Array(String(character).utf8)
        }
      }
      return bytes
    default: return Array(text.utf8)
    }
  }

  // MARK: - Tables

  private func table(_ random: inout SeededRandom) -> String {
    let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
    let lineEnd = ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    let columns = ["id", "name", "lat", "lng", "note"].shuffled(using: &random)
    let hasCommas = delimiter == ";" && Bool.random(using: &random)
    let quotesAll = Bool.random(using: &random)
    func cell(_ text: String) -> String {
      let needsQuotes = text.utf8.contains { [0x22, 0x0A, 0x0D].contains($0) } || text.contains(delimiter)
      guard needsQuotes || quotesAll else { return text }
      return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
    func number(_ number: Double) -> String {
      hasCommas ? "\(number)".replacing(".", with: ",") : "\(number)"
    }
    var lines: [String] = []
    if Int.random(in: 0..<5, using: &random) == 0 { lines.append("Places of today") }
    if Int.random(in: 0..<8, using: &random) == 0 { lines.append("sep=" + delimiter) }
    if Int.random(in: 0..<6, using: &random) == 0 {
      let isUpper = columns.map { ["id", "name"].contains($0) }
      lines.append(zip(columns, isUpper).map { $1 ? cell($0) : "" }.joined(separator: delimiter))
      lines.append(zip(columns, isUpper).map { $1 ? "" : cell($0) }.joined(separator: delimiter))
    } else {
      lines.append(columns.map(cell).joined(separator: delimiter))
    }
    for row in rows {
      let notes = [
        "", "a b", "x\(delimiter)y", "5\" pipe", "two\(lineEnd == "\r" ? " " : lineEnd)lines", "\"",
      ]
      let note = notes.randomElement(using: &random) ?? ""
      let cells = columns.map { column in
        switch column {
        case "id": cell(row.id)
        case "name": cell(row.name)
        case "lat": cell(number(row.latitude))
        case "lng": cell(number(row.longitude))
        default: cell(note)
        }
      }
      lines.append(cells.joined(separator: delimiter))
      if Int.random(in: 0..<6, using: &random) == 0 { lines.append("") }
    }
    return lines.joined(separator: lineEnd) + (Bool.random(using: &random) ? lineEnd : "")
  }

  // MARK: - JSON

  private func json(_ random: inout SeededRandom) -> String {
    let form = Int.random(in: 0..<4, using: &random)
    let objects = rows.map { object($0, form, &random) }
    let space = ["", " ", "\n  "].randomElement(using: &random) ?? ""
    let list = "[" + space + objects.joined(separator: ",\(space)") + space + "]"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return objects.joined(separator: "\n") + "\n"
    case 1: return objects.map { "\u{1E}\($0)\n" }.joined()
    case 2: return list
    case 3: return "{\"total\":\(rows.count),\(space)\"data\":\(list)}"
    case 4:
      return
        "{\"response\":{\"header\":{\"code\":\"00\"},\"body\":{\"items\":{\"item\":\(list)},\"page\":1}}}"
    case 5: return "{\"type\":\"FeatureCollection\",\"features\":\(list)}"
    case 6:
      return "["
        + objects.map { "{\"area\":\"x\",\"rows\":[\($0)]}" }.joined(separator: ",\(space)") + "]"
    default: return objects.map { "{\"page\":1,\"data\":[\($0)]}" }.joined(separator: "\n")
    }
  }

  private func object(_ row: Row, _ form: Int, _ random: inout SeededRandom) -> String {
    let name = "\"name\":\"\(row.name)\""
    let point = "{\"type\":\"Point\",\"coordinates\":[\(row.longitude),\(row.latitude)]}"
    let position =
      switch form {
      case 0: "\"lat\":\(row.latitude),\"lng\":\(row.longitude)"
      case 1: "\"location\":{\"lat\":\"\(row.latitude)\",\"lng\":\"\(row.longitude)\"}"
      case 2: "\"geometry\":\(point)"
      default: "\"latlng\":\"\(row.latitude), \(row.longitude)\""
      }
    if form == 2 {
      return
        "{\"type\":\"Feature\",\"id\":\"\(row.id)\",\(position),\"properties\":{\(name),\"note\":\"]}\\\"\"}}"
    }
    let members = ["\"id\":\"\(row.id)\"", name, position, "\"note\":\"]}\\\", [{\""].shuffled(
      using: &random
    )
    return "{" + members.joined(separator: ",") + "}"
  }
}
