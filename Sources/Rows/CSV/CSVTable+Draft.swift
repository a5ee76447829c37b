import Domain
package import Tables

extension CSVTable {
  /// Reads a row into a draft; returns `false` if it has more cells than the header, so that their meaning is unknown.
  package func parse(
    _ cells: [CSVCell],
    in bytes: ByteView,
    into draft: inout RowDraft,
    _ vocabulary: ImportVocabulary
  ) -> Bool {
    guard cells.count <= keys.count || cells[keys.count...].allSatisfy({ $0.start == $0.end }) else { return false }
    for pair in columns.pairs {
      var latitude = number(pair.latitude, cells: cells, bytes: bytes, draft: &draft) ?? .nan
      var longitude = number(pair.longitude, cells: cells, bytes: bytes, draft: &draft) ?? .nan
      if let angles = pair.angles {
        func minutes(_ column: Int) -> Double? {
          var number: Double? = 0
          withText(of: column, cells, bytes: bytes) { text, _ in number = text.coordinate }
          return number
        }
        let north = angles.degrees(latitude, adding: angles.latitude, minutes)
        let east = angles.degrees(longitude, adding: angles.longitude, minutes)
        if north == nil || east == nil { draft.hasUnreadableCoordinate = true }
        (latitude, longitude) = (north ?? .nan, east ?? .nan)
      }
      draft.setCoordinate(latitude: latitude, longitude: longitude, in: pair.slot)
    }
    if let category = columns.nameCategory { draft.categories.ofNameColumn = vocabulary.meanings[Int(category)] }
    for use in columns.uses {
      withText(of: use.column, cells, bytes: bytes) { text, outlivesRow in
        guard use.needsTitle else {
          return draft.take(use.entry, key: .empty, text: text, outlivesRow: outlivesRow, vocabulary: vocabulary)
        }
        ByteView.over(keys[use.column]) {
          draft.take(use.entry, key: $0, text: text, outlivesRow: outlivesRow, vocabulary: vocabulary)
        }
      }
    }
    return true
  }

  private func number(_ column: Int, cells: [CSVCell], bytes: ByteView, draft: inout RowDraft) -> Double? {
    var number: Double?
    withText(of: column, cells, bytes: bytes) { text, _ in
      number = text.coordinate
      if number == nil { draft.hasUnreadableCoordinate = true }
    }
    return number
  }

  /// Calls a closure with the text of a nonempty cell, and whether its bytes live as long as the row.
  @inline(__always)
  private func withText(of column: Int, _ cells: [CSVCell], bytes: ByteView, _ body: (ByteView, Bool) -> Void) {
    guard column < cells.count else { return }
    bytes.withText(of: cells[column]) { text, outlivesRow in
      if !text.isNothing { body(text, outlivesRow) }
    }
  }
}
