/// Lines encoded as one word of printable characters, as map services write them.
///
/// Google's "Encoded Polyline Algorithm Format": each number is the difference from the previous point, latitude first,
/// in units of the last decimal, in groups of five bits.
package enum EncodedPolyline {
  /// The number of decimals of a coordinate.
  package enum Precision: Int, Sendable, CaseIterable {
    /// The format of Google and most other services.
    case five = 5
    /// The format that Valhalla and OSRM may write.
    case six = 6

    /// The default precision.
    package static let standard = Precision.five

    fileprivate var unitsPerDegree: Double { self == .five ? 1e5 : 1e6 }
  }

  /// Reads a line; `nil` if the text isn't an encoded polyline.
  package static func path(_ text: Span<UInt8>, _ precision: Precision) -> ShapeDraft.Path? {
    var path = ShapeDraft.Path(line: 0)
    var numbers: [Int] = []
    var latitude = 0
    var longitude = 0
    var value = 0
    var shift = 0
    for index in text.indices {
      let byte = text[index]
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
