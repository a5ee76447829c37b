/// Makes text from outside harmless for a terminal.
enum TerminalText {
  /// The text without controls; line feeds, returns and tabs become blanks.
  static func cleaned(_ text: String) -> String {
    let bytes = [UInt8](text.utf8)
    guard bytes.contains(where: ControlCharacter.mayBegin) else { return text }
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let control = ControlCharacter.match(in: bytes, at: index, end: bytes.count) {
        if [0x09, 0x0A, 0x0D].contains(control.scalar) { cleaned.append(UInt8(ascii: " ")) }
        index += control.length
      } else {
        cleaned.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: cleaned, as: UTF8.self)
  }
}
