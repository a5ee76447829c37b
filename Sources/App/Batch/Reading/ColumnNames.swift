/// Which names of columns play which role: the usual ones, or those that the user gave.
struct ColumnNames: Sendable, Hashable {
  private var overrides: [ColumnRole: String] = [:]

  /// Makes the usual names, with some replaced.
  ///
  /// - Parameter overrides: The user's own name for a role; it counts exactly as written, and alone.
  init(overrides: [ColumnRole: String] = [:]) { self.overrides = overrides }

  /// The name the user gave for a role.
  func override(for role: ColumnRole) -> String? { overrides[role] }

  /// How much a name is preferred for a role: 0 most, `nil` when it does not play it.
  ///
  /// Usual names count in any case of Latin letters and with blanks around them.
  func rank(of name: String, for role: ColumnRole) -> Int? {
    if let override = overrides[role] { return name == override ? 0 : nil }
    return role.names.firstIndex(of: Self.folded(name))
  }

  private static func folded(_ name: String) -> String {
    var text = Substring(name)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.lowercased()
  }
}
