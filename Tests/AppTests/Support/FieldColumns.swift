import Domain

@testable import App

/// Makes columns from fields only, as in most tests.
extension PlaceWriter {
  init(fields: [PlaceField], as notation: TextNotation) {
    self.init(fields: fields.map(PlaceColumn.field), as: notation)
  }
}

extension PlaceTable {
  init(fields: [PlaceField]) { self.init(fields: fields.map(PlaceColumn.field)) }
}
