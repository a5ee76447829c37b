extension [UInt8] {
  /// Appends untrusted text for an element or a double-quoted attribute, without control characters.
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

  /// Appends a sentence of this program, marking the names in it with their language.
  mutating func appendHTML(sentence: String) {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    var language = ""
    for (position, word) in words.enumerated() {
      let own = NameLanguage.tag(of: String(word))
      if own != language, !language.isEmpty { append(text: "</span>") }
      if position > 0 { append(text: " ") }
      if own != language, !own.isEmpty { append(text: "<span lang=\"\(own)\">") }
      appendHTML(text: String(word))
      language = own
    }
    if !language.isEmpty { append(text: "</span>") }
  }

  /// Appends JSON for a script element.
  ///
  /// Escaping `<` prevents the content from ending the element.
  mutating func appendHTML(json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { append(text: "\\u003c") } else { append(byte) }
    }
  }
}
