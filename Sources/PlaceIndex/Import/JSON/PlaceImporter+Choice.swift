import Domain
import Rows
import Tables

/// Checks that the rows of JSON have the properties that the user chose.
extension PlaceImporter {
  /// The keys that the reader doesn't look up, because a format gives them their meaning.
  private static var keysOfFormats: Set<String> { ["type", "geometry", "properties", "tags", "attributes"] }

  /// The maximum number of similar properties in the message.
  private static var shownCount: Int { 8 }

  /// Throws an error if no row of the input has one of the chosen properties.
  func checkChoice(path: String) throws(IndexFileError) {
    let missing = rules.columns.columns.values.filter { !$0.isEmpty && !isRead($0) }.min()
    guard counts.rowCount > 0, let missing else { return }
    let similar = similarTitles(to: missing).prefix(Self.shownCount).joined(separator: ", ")
    let advice = similar.isEmpty ? "" : "; similar properties are \(similar)"
    throw .unknownFormat(path: path, detail: "no row has a property '\(missing)'\(advice)")
  }

  /// Removes the chosen paths that no row has from the report.
  mutating func dropUnreadPaths() {
    let columns = (header.mapping?.columns ?? []).filter { column in
      column.reason != .chosen || !column.title.contains(".") || isRead(column.title)
    }
    header.mapping?.columns = columns
  }

  private func isRead(_ title: String) -> Bool {
    Self.keysOfFormats.contains(title) && header.titles.contains(title)
      || workers.contains { $0.reader.hasRead(title) }
  }

  /// Returns the properties and paths at the beginning of the input, those with the most similar last step first.
  private func similarTitles(to title: String) -> [String] {
    func letters(_ title: String) -> [UInt32] {
      var letters: [UInt32] = []
      for scalar in title.split(separator: ".").last?.lowercased().unicodeScalars ?? "".unicodeScalars {
        EditDistance.append(scalar.value, to: &letters)
      }
      return letters
    }
    var edits = EditDistance()
    let typed = letters(title)
    var distances: [(title: String, distance: Int)] = []
    for other in header.titles + (header.mapping?.unused.filter { $0.contains(".") } ?? []) {
      distances.append((other, edits.between(typed, letters(other), limit: .max) ?? .max))
    }
    return distances.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element.title)
  }
}
