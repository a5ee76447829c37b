import Domain

/// Writes HTML by hand.
extension [UInt8] {
  /// Appends text from outside as the text of an element or the value of an attribute in double quotes.
  ///
  /// Controls, and what turns the direction of reading, are left out as for a terminal.
  mutating func appendHTML(text: String) {
    for byte in TerminalText.cleaned(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): append(text: "&amp;")
      case UInt8(ascii: "<"): append(text: "&lt;")
      case UInt8(ascii: ">"): append(text: "&gt;")
      case UInt8(ascii: "\""): append(text: "&quot;")
      case UInt8(ascii: "'"): append(text: "&#39;")
      default: append(byte)
      }
    }
  }

  /// Appends JSON for a script element: no `<`, so that nothing in it can end the element.
  mutating func appendHTML(json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { append(text: "\\u003c") } else { append(byte) }
    }
  }
}

extension Place {
  /// The address of the place's page, when a browser may open it: `javascript:` and its kin are no addresses of pages.
  var pageAddress: String? {
    guard let url = url, let mark = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<mark].lowercased()
    guard scheme == "https" || scheme == "http", url[mark...].hasPrefix("://") else { return nil }
    return url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) } ? url : nil
  }

  /// Where a browser shows the place: its page, else its point on OpenStreetMap.
  var browserAddress: String { pageAddress ?? mapAddress }

  private var mapAddress: String {
    let latitude = coordinate.latitude.decimalText
    let longitude = coordinate.longitude.decimalText
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
  }
}
