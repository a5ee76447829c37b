import Domain

/// Texts and numbers as XML 1.0 holds them.
extension [UInt8] {
  /// Appends text between tags or in an attribute; what XML cannot hold at all is left out, and what turns the
  /// direction of the text around it.
  mutating func append(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(literal: "&amp;")
      case "<": append(literal: "&lt;")
      case ">": append(literal: "&gt;")
      case "\"": append(literal: "&quot;")
      case "\n", "\t": append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      case _ where ControlCharacter.turnsDirection(scalar.value): break
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends an element that holds text; nothing where there is none.
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

  /// Appends degrees to a ten-millionth, without an exponent, which a decimal of XML has not.
  mutating func append(degrees: Double) {
    let units = Int((degrees * 1e7).rounded())
    if units < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    append(text: String(whole))
    guard rest > 0 else { return }
    var digits = rest.text(ofDigits: 7)
    while digits.last == "0" { digits.removeLast() }
    append(UInt8(ascii: "."))
    append(text: digits)
  }
}

extension FoundPlace {
  /// What people read of the place below its name: how far it is, what it is, where, and its telephone number.
  var noteLines: [String] {
    let distances = [along.map { "at \(DistanceFormatter.text(of: $0))" }, distance.map(DistanceFormatter.text)]
    let category = place.categoryLine(separator: " · ")
    return [distances.compactMap(\.self).joined(separator: ", "), category, place.address, place.phone]
      .compactMap(\.self).filter { !$0.isEmpty }
  }
}
