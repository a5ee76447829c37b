/// The palette colours of a terminal, which the user's theme keeps readable.
///
/// The raw value is the SGR code. Bright black (90) isn't used: on a dark screen of Solarized, it is the background.
enum TerminalColor: UInt8, Sendable, Hashable {
  /// The standard colour, dimmed; a terminal that can't dim shows it in full.
  case faint = 2
  case standard = 39
  case red = 31
  case green = 32
  case yellow = 33
  case blue = 34
  case magenta = 35
  case cyan = 36
  case brightRed = 91
  case brightGreen = 92
  case brightBlue = 94
  case brightMagenta = 95
  case brightCyan = 96

  /// The SGR code that restores the standard colour.
  var end: UInt8 { self == .faint ? 22 : 39 }
}
