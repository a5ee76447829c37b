extension [UInt8] {
  /// Appends untrusted text for an element or a double-quoted attribute, without control characters.
  mutating func appendHTML(text: String) {
    append(xml: TerminalText.cleaned(text))
  }

  /// Appends a sentence of this program, marking the names in it with their language.
  mutating func appendHTML(sentence: String) {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    var language = ""
    for (index, word) in words.enumerated() {
      let own = NameLanguage.tag(of: String(word))
      if own != language, !language.isEmpty { append(text: "</span>") }
      if index > 0 { append(text: " ") }
      if own != language, !own.isEmpty { append(text: "<span lang=\"\(own)\">") }
      appendHTML(text: String(word))
      language = own
    }
    if !language.isEmpty { append(text: "</span>") }
  }

  mutating func appendHTML(notices: [String]) {
    for (index, notice) in notices.enumerated() {
      if index > 0 { append(text: " · ") }
      appendHTML(notice: notice)
    }
  }

  /// Appends a sentence; if it ends with a URL, such as a licence's, the words before it are a link.
  private mutating func appendHTML(notice: String) {
    let address = notice.split(separator: " ").last ?? ""
    let words = notice.dropLast(address.count)
    guard address.hasPrefix("https://"), words.hasSuffix(", ") else { return appendHTML(sentence: notice) }
    append(text: "<a target=\"_blank\" rel=\"noopener noreferrer\" href=\"")
    appendHTML(text: String(address))
    append(text: "\">")
    appendHTML(sentence: String(words.dropLast(2)))
    append(text: "</a>")
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
