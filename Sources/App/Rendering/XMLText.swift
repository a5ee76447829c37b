import Domain

/// Writes text and numbers as XML 1.0.
extension [UInt8] {
  /// Appends text for an element or an attribute.
  ///
  /// Characters that XML can't hold or that change the reading direction are omitted.
  mutating func append(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(literal: "&amp;")
      case "<": append(literal: "&lt;")
      case ">": append(literal: "&gt;")
      case "\"": append(literal: "&quot;")
      case "\n", "\t": append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      case _ where scalar.isASCII: append(UInt8(scalar.value))
      case _ where ControlCharacter.turnsDirection(scalar.value): break
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends an element with text, or nothing if the text is empty or `nil`.
  mutating func append(xml text: String?, in name: StaticString) {
    guard let text, !text.isEmpty else { return }
    append(UInt8(ascii: "<"))
    append(literal: name)
    append(UInt8(ascii: ">"))
    append(xml: text)
    append(literal: "</")
    append(literal: name)
    append(UInt8(ascii: ">"))
  }

  /// Appends degrees with up to seven decimals and no exponent, which `xsd:decimal` doesn't allow.
  mutating func append(degrees: Double) {
    append(decimal: (degrees * 1e7).rounded() / 1e7)
  }
}

extension FoundPlace {
  /// The lines below a place's name: distance, category, address and telephone number.
  var noteLines: [String] {
    let distances = [along.map { "at \(DistanceFormatter.text(of: $0))" }, distance.map(DistanceFormatter.text)]
    let category = place.categoryLine(separator: " · ")
    return [distances.compactMap(\.self).joined(separator: ", "), category, place.address, place.phone]
      .compactMap(\.self).filter { !$0.isEmpty }
  }
}
