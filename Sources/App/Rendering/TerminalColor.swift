import Domain

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

extension CategoryGroup {
  /// The colour of the group in tables and on maps.
  ///
  /// Eighteen groups share eleven colours; groups that are often searched together have different colours.
  var color: TerminalColor {
    switch self {
    case .supermarket, .bank: .green
    case .convenience, .pharmacy: .brightGreen
    case .school, .subway: .blue
    case .kindergarten, .lodging: .brightBlue
    case .parking, .public: .cyan
    case .academy: .brightCyan
    case .gas: .red
    case .hospital: .brightRed
    case .culture: .magenta
    case .attraction, .cafe: .brightMagenta
    case .realtor, .restaurant: .yellow
    }
  }
}
