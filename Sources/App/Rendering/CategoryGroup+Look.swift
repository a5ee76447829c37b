import Domain

/// The colours and the glyph of a category: on a page, in print and in a terminal.
extension CategoryGroup {
  /// The colours of markers on a light page and in print, on a dark page, and in a terminal.
  ///
  /// A test compares the first two of all groups, also as colour-blind readers see them. In a terminal, eighteen groups
  /// share eleven colours; groups that are often searched together have different colours.
  var colors: (light: String, dark: String, terminal: TerminalColor) {
    switch self {
    case .supermarket: ("#547e00", "#bac000", .green)
    case .convenience: ("#006c66", "#00f6ea", .brightGreen)
    case .kindergarten: ("#d22aa8", "#fc72fc", .brightBlue)
    case .school: ("#4e4890", "#8472fc", .blue)
    case .academy: ("#9c42f6", "#d83cd2", .brightCyan)
    case .parking: ("#5472c6", "#9096ba", .cyan)
    case .gas: ("#2a2a12", "#90c6cc", .red)
    case .subway: ("#3606f0", "#00aefc", .blue)
    case .bank: ("#2a0c96", "#3c905a", .green)
    case .culture: ("#4e1848", "#b4669c", .magenta)
    case .realtor: ("#604842", "#a89c60", .yellow)
    case .public: ("#8a725a", "#cce4ae", .cyan)
    case .attraction: ("#9c4e84", "#de9c9c", .brightMagenta)
    case .lodging: ("#84006c", "#f6de0c", .brightBlue)
    case .restaurant: ("#e42a00", "#f07e1e", .yellow)
    case .cafe: ("#7200ba", "#d8b4fc", .brightMagenta)
    case .hospital: ("#a20606", "#f6301e", .brightRed)
    case .pharmacy: ("#065406", "#3cde6c", .brightGreen)
    }
  }

  /// The colour in tables and on the maps of a terminal.
  var color: TerminalColor { colors.terminal }

  /// The outline of the glyph in a square of 16 units, filled by the even-odd rule.
  var glyph: String {
    switch self {
    case .supermarket: "M0 2h2.8l.7 2H15l-1.7 6.5H5.4L2.1 3.4H0zM6 12a1.5 1.5 0 1 0 .01 0zM12 12a1.5 1.5 0 1 0 .01 0z"
    case .convenience: "M2 2h12l1.5 4.5L14 8v6H2V8L.5 6.5zM4 9v3h4V9zM10 9v5h2V9z"
    case .kindergarten: "M5 2h6v5.5H5zM1 8.5h6V14H1zM9 8.5h6V14H9z"
    case .school: "M8 2l8 3.5L8 9 0 5.5zM3.5 8.3L8 10.3l4.5-2v3.2C10 14 6 14 3.5 11.5zM14 7.5h1.3V13H14z"
    case .academy: "M11 1l4 4-1.5 1.5-4-4zM8.5 3.5l4 4L6 14l-5 1 1-5z"
    case .parking: "M4 2h5a4 4 0 0 1 0 8.5H6.8V14H4zM6.8 4.6v3.3h2a1.65 1.65 0 0 0 0-3.3z"
    case .gas:
      "M3 1h6l1 1v11h1v2H1v-2h1V2zM4 3v4h4V3z"
        + "M11 3l1-1 3 3v7a1.9 1.9 0 0 1-3.8 0V8h1.3v4a.6.6 0 0 0 1.2 0V6.5z"
    case .subway:
      "M5 1h6l3 3v7l-2 1.5 1.5 2.5h-2L10 13H6l-1.5 2h-2L4 12.5 2 11V4zM4.2 4v3.5h7.6V4z"
        + "M5.2 9a1.1 1.1 0 1 0 .01 0zM10.8 9a1.1 1.1 0 1 0 .01 0z"
    case .bank: "M8 1l7 4v1.5H1V5zM2.5 7.5H5V12H2.5zM6.8 7.5h2.4V12H6.8zM11 7.5h2.5V12H11zM1 13h14v2H1z"
    case .culture:
      "M2 2c4 1.5 8 1.5 12 0v5c0 4-2.5 6.5-6 8-3.5-1.5-6-4-6-8zM4 5.5h3V7H4zM9 5.5h3V7H9z"
        + "M5 9h6c-.5 2-1.6 3-3 3S5.5 11 5 9z"
    case .realtor: "M8 1l7.5 6.5H13V14H9.8V9.5H6.2V14H3V7.5H.5z"
    case .public: "M3 1h1.7v1H14l-2.5 3.2L14 8.5H4.7V15H3z"
    case .attraction: "M8 1l2.1 4.5 4.9.6-3.6 3.4.9 4.9L8 12l-4.3 2.4.9-4.9L1 6.1l4.9-.6z"
    case .lodging: "M1 3h1.8v5H14l1.5 1.5V14h-1.8v-2H2.8v2H1zM4 4.5h4.5l1 2.5H4z"
    case .restaurant:
      "M2.5 1h1.1v4.5h.9V1h1.1v4.5h.9V1h1.1v5.5L6 8.3V15H4.2V8.3L2.5 6.5z"
        + "M10 1c2.3 0 3.5 2.5 3.5 5.5v3h-1.7V15H10z"
    case .cafe:
      "M1 4h10v1h1.5a2.7 2.7 0 0 1 0 5.4h-1.7L9 12H3l-2-2zM11 6.3v2.8h1.3a1.4 1.4 0 0 0 0-2.8z"
        + "M1 13.3h11V15H1zM4 .5h1.2v2.3H4zM7 .5h1.2v2.3H7z"
    case .hospital: "M3 2h3v4.5h4V2h3v12h-3V9.3H6V14H3z"
    case .pharmacy: "M6 1.5h4V6h4.5v4H10v4.5H6V10H1.5V6H6z"
    }
  }

  /// The glyph of a place without a category: a dot.
  static let dotGlyph = "M8 4a4 4 0 1 0 .01 0z"
}
