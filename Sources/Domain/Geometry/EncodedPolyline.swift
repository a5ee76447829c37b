/// Lines as one word of printable characters, as map services write them.
///
/// Google's "Encoded Polyline Algorithm Format": each number is the difference to the one before it in units of the
/// last decimal, in groups of five bits, the latitude first.
package enum EncodedPolyline {
  /// How many decimals a coordinate has.
  package enum Precision: Int, Sendable, CaseIterable {
    /// As Google and most others write it.
    case five = 5
    /// As Valhalla and OSRM may write it.
    case six = 6

    /// What is read unless another is named.
    package static let standard = Precision.five

    fileprivate var unitsPerDegree: Double { self == .five ? 1e5 : 1e6 }
  }

  /// Reads a line; `nil` for what is none.
  package static func path(_ text: String, _ precision: Precision) -> ShapeDraft.Path? {
    var path = ShapeDraft.Path(line: 0)
    var numbers: [Int] = []
    var latitude = 0
    var longitude = 0
    var value = 0
    var shift = 0
    for byte in text.utf8 {
      guard byte >= 63, byte < 127, shift <= 30 else { return nil }
      let bits = Int(byte) - 63
      value |= (bits & 0x1F) << shift
      shift += 5
      guard bits < 0x20 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
      value = 0
      shift = 0
      guard numbers.count == 2 else { continue }
      latitude += numbers[0]
      longitude += numbers[1]
      path.add(
        longitude: Double(longitude) / precision.unitsPerDegree,
        latitude: Double(latitude) / precision.unitsPerDegree
      )
      numbers.removeAll()
    }
    return numbers.isEmpty && shift == 0 && !path.points.isEmpty ? path : nil
  }
}
