/// The palette colours of a terminal, which the user's theme keeps readable.
///
/// The raw value is the SGR code.
enum TerminalColor: UInt8, Sendable, Hashable {
  case standard = 39
  case red = 31
  case green = 32
  case yellow = 33
  case blue = 34
  case magenta = 35
  case cyan = 36
  case gray = 90
  case brightRed = 91
  case brightGreen = 92
  case brightBlue = 94
  case brightMagenta = 95
  case brightCyan = 96
}
