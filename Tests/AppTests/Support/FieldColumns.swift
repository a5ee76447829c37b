import Domain

@testable import App

/// Columns of fields alone, as most tests name them.
extension PlaceWriter {
  init(fields: [PlaceField], as notation: TextNotation) {
    self.init(fields: fields.map(PlaceColumn.field), as: notation)
  }
}

extension PlaceTable {
  init(fields: [PlaceField]) { self.init(fields: fields.map(PlaceColumn.field)) }
}
