import Domain

/// Writes places as JSON objects of schema 1 into a buffer.
///
/// Keys are always there and always in the order asked; an absent value is `null`.
struct PlaceJSON: Sendable {
  /// The fields of an object, in order.
  let fields: [PlaceField]
  /// What stands before each value: a brace or a comma, the key, a colon.
  private let leads: [[UInt8]]

  /// Makes a writer.
  ///
  /// - Parameter fields: What to write, in this order; at least one.
  init(fields: [PlaceField] = PlaceField.allCases) {
    self.fields = fields
    leads = fields.enumerated().map { position, field in
      [UInt8]("\(position == 0 ? "{" : ",")\"\(field.rawValue)\":".utf8)
    }
  }

  /// Appends one place as an object.
  ///
  /// - Complexity: One pass over the place's words; allocates only when the buffer grows.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let packed = found.place.text.utf8
    for position in fields.indices {
      bytes.append(contentsOf: leads[position])
      switch fields[position] {
      case .category:
        if let group = found.place.group {
          bytes.append(UInt8(ascii: "\""))
          bytes.append(text: group.slug)
          bytes.append(UInt8(ascii: "\""))
        } else {
          bytes.appendJSONNull()
        }
      case .latitude: bytes.append(decimal: found.place.coordinate.latitude)
      case .longitude: bytes.append(decimal: found.place.coordinate.longitude)
      case .distance: bytes.appendJSON(found.distance?.wholeMeters)
      case let field:
        let range = field.text.map(found.place.text.range) ?? 0..<0
        if range.isEmpty { bytes.appendJSONNull() } else { bytes.appendJSON(string: packed, in: range) }
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends places as an array, one after the other on one line.
  func append(array places: [FoundPlace], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for position in places.indices {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      append(places[position], to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
