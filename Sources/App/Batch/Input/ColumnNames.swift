/// Which names of columns play which role: the standard ones, or those that the user gave.
struct ColumnNames: Sendable, Hashable {
  private var overrides: [ColumnRole: String] = [:]

  /// Makes the standard names, with some replaced.
  ///
  /// - Parameter overrides: The user's own name for a role; it counts exactly as written, and alone.
  init(overrides: [ColumnRole: String] = [:]) { self.overrides = overrides }

  /// The name the user gave for a role.
  func override(for role: ColumnRole) -> String? { overrides[role] }

  /// How much a name is preferred for a role: 0 most, `nil` when it does not play it.
  ///
  /// Standard names count in any case of Latin letters and with blanks around them.
  func rank(of name: String, for role: ColumnRole) -> Int? {
    if let override = overrides[role] { return name == override ? 0 : nil }
    guard let known = Self.standard[Self.folded(name)], known.role == role else { return nil }
    return known.rank
  }

  /// Tells every role that a name plays, with how much it is preferred for it; as a rule one or none.
  func forEachRole(of name: String, _ body: (ColumnRole, _ rank: Int) -> Void) {
    if let known = Self.standard[Self.folded(name)], overrides[known.role] == nil { body(known.role, known.rank) }
    for (role, override) in overrides where override == name { body(role, 0) }
  }

  /// Every standard name with its role.
  ///
  /// Looked up once for each member of a JSON row: going through the roles' names, and folding the member's for each of
  /// them, took most of a row's time.
  private static let standard: [String: (role: ColumnRole, rank: Int)] = {
    var standard: [String: (role: ColumnRole, rank: Int)] = [:]
    for role in ColumnRole.allCases {
      for (rank, name) in role.names.enumerated() { standard[name] = (role, rank) }
    }
    return standard
  }()

  private static func folded(_ name: String) -> String {
    let isFolded = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }
    if isFolded { return name }
    var text = Substring(name)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.lowercased()
  }
}
