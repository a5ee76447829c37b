import Domain

/// The colours of a terminal's palette, which the user's theme keeps readable; the raw value is the SGR code.
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
  /// The colour that the group has in a table and on a map.
  ///
  /// Eighteen groups share eleven colours; groups that are often searched together have different ones.
  var color: TerminalColor {
    switch self {
    case .supermarket: .green
    case .convenience: .brightGreen
    case .kindergarten: .brightBlue
    case .school: .blue
    case .academy: .brightCyan
    case .parking: .cyan
    case .gas: .red
    case .subway: .blue
    case .bank: .green
    case .culture: .magenta
    case .realtor: .yellow
    case .public: .cyan
    case .attraction: .brightMagenta
    case .lodging: .brightBlue
    case .restaurant: .brightRed
    case .cafe: .yellow
    case .hospital: .red
    case .pharmacy: .brightGreen
    }
  }
}
