import Domain

/// Which names of columns play which role: the standard ones, or those that the user gave.
struct ColumnNames: Sendable, Hashable {
  private var overrides: [ColumnRole: String] = [:]
  /// Numbered names of repeated columns that hold a name or an address, each with its rank.
  var numberedNear: [String: Int] = [:]
  /// The columns of coordinates that a header has under other names than those of their roles, or the one of both.
  var placed: [String: ColumnRole] = [:]

  /// The roles that no column plays by a standard name.
  var ignored: Set<ColumnRole> = []

  /// Whether some keys are names of both coordinates, or of one that holds both.
  func haveCoordinates(among keys: [String]) -> Bool {
    func has(_ role: ColumnRole) -> Bool { keys.contains { rank(of: $0, for: role) != nil } }
    return has(.at) || has(.latitude) && has(.longitude)
  }

  /// The same where rows of JSON have some keys.
  ///
  /// - Parameters:
  ///   - keys: The keys of the first rows.
  ///   - columns: The keys of coordinates among them, by their positions.
  /// - Returns: These names, if the keys have no coordinates under standard ones.
  func placing(_ keys: [String], _ columns: CoordinateColumns) -> ColumnNames {
    var result = self
    result.placed = [keys[columns.latitude]: .latitude, keys[columns.longitude]: .longitude]
    return result
  }

  /// Replaces some standard names by the user's own; only this exact name then plays the role.
  init(overrides: [ColumnRole: String] = [:]) { self.overrides = overrides }

  func override(for role: ColumnRole) -> String? { overrides[role] }

  /// The rank of a name for a role, 0 for the preferred name; `nil` when it does not play the role.
  ///
  /// Standard names match whatever the case of Latin letters and the blanks around them.
  func rank(of name: String, for role: ColumnRole) -> Int? {
    if let override = overrides[role] { return name == override ? 0 : nil }
    guard !ignored.contains(role), let known = Self.standard[Self.folded(name)], known.role == role else { return nil }
    return known.rank
  }

  /// Calls a closure with every role that a name plays, rarely more than one, and its rank for that role.
  func forEachRole(of name: String, _ body: (ColumnRole, _ rank: Int) -> Void) {
    if let role = placed[name] { return body(role, 0) }
    let known = Self.standard[Self.folded(name)]
    // Another column that is called so does not play a role that is taken.
    if let known, overrides[known.role] == nil, ignored.isEmpty || !ignored.contains(known.role),
      placed.isEmpty || known.role != .latitude && known.role != .longitude
    {
      body(known.role, known.rank)
    }
    for (role, override) in overrides where override == name { body(role, 0) }
    if let rank = numberedNear[name] { body(.near, rank) }
  }

  /// Whether no build finds a position in the text or the number of a name: one of an id, or of an address alone.
  ///
  /// Rows of those two are many, and each would be read once more.
  func isNoPosition(_ name: String) -> Bool { name == "id" || name == "near" || name == "address" }

  /// Every standard name with its role.
  ///
  /// A dictionary, because comparing each member of a JSON row with the names of each role took most of the row's time.
  private static let standard: [String: (role: ColumnRole, rank: Int)] = {
    var standard: [String: (role: ColumnRole, rank: Int)] = [:]
    for role in ColumnRole.allCases {
      for (rank, name) in role.names.enumerated() { standard[name] = (role, rank) }
    }
    return standard
  }()

  private static func folded(_ name: String) -> String {
    let isFolded = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }
    return isFolded ? name : name.trimmed.lowercased()
  }
}
