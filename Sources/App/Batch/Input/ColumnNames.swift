import Domain
import Rows

/// The roles of columns by name: the default names, or those given by the user.
struct ColumnNames: Sendable {
  private var overrides: [ColumnRole: String] = [:]
  /// The paths of members within JSON rows, which the user named like columns.
  private(set) var paths: [(role: ColumnRole, steps: [String])] = []
  /// The other names of columns with a name or an address, such as numbered ones, with their ranks.
  var numberedNear: [String: Int] = [:]
  /// The roles of coordinate columns that have other names.
  var placed: [String: ColumnRole] = [:]

  /// The roles that no default name has.
  var ignored: Set<ColumnRole> = []

  /// Returns whether the keys include names of both coordinates, or of a combined one.
  func haveCoordinates(among keys: [String]) -> Bool {
    func has(_ role: ColumnRole) -> Bool { keys.contains { rank(of: $0, for: role) != nil } }
    return has(.at) || has(.latitude) && has(.longitude)
  }

  /// Returns the names for rows of JSON with coordinates under other keys.
  ///
  /// - Parameters:
  ///   - keys: The keys of the first rows.
  ///   - columns: The indices of the coordinate keys.
  /// - Returns: The names, with those keys as the coordinates.
  func placing(_ keys: [String], _ columns: CoordinateColumns) -> ColumnNames {
    var result = self
    result.placed = [keys[columns.latitude]: .latitude, keys[columns.longitude]: .longitude]
    return result
  }

  /// Replaces default names with the user's own.
  ///
  /// Only this exact name then has the role.
  init(overrides: [ColumnRole: String] = [:]) {
    self.overrides = overrides
    paths = overrides.filter { $0.value.contains(".") }.map {
      ($0.key, $0.value.split(separator: ".").map(String.init))
    }
  }

  func override(for role: ColumnRole) -> String? { overrides[role] }

  /// Returns the columns of addresses that an import recognizes by their names, if no title is a default name of one.
  func addresses(among titles: [String]) -> [String] {
    guard overrides[.near] == nil, !ignored.contains(.near),
      !titles.contains(where: { rank(of: $0, for: .near) != nil })
    else { return [] }
    // The names of an import take a while to parse, and many tables have default names only.
    let others = titles.filter { Self.standard[Self.folded($0)] == nil }
    return others.isEmpty ? [] : FieldNames.wholeAddresses(among: others)
  }

  /// Returns the names for rows of JSON with addresses under other keys.
  func locating(by addresses: [String]) -> ColumnNames {
    var result = self
    for (rank, name) in addresses.enumerated() { result.numberedNear[name] = rank }
    return result
  }

  /// Returns the rank of a name for a role, 0 for the preferred name; `nil` if it doesn't have the role.
  ///
  /// Default names match regardless of Latin case, width and surrounding spaces.
  func rank(of name: String, for role: ColumnRole) -> Int? {
    if let override = overrides[role] { return name == override && !name.isEmpty ? 0 : nil }
    guard !ignored.contains(role), let known = Self.standard[Self.folded(name)], known.role == role else { return nil }
    return known.rank
  }

  /// Calls a closure with every role of a name, usually one, and the rank of the name in it.
  func forEachRole(of name: String, _ body: (ColumnRole, _ rank: Int) -> Void) {
    if let role = placed[name] { return body(role, 0) }
    let known = Self.standard[Self.folded(name)]
    // A column with this name has no role if the role is already taken.
    if let known, overrides[known.role] == nil, ignored.isEmpty || !ignored.contains(known.role),
      placed.isEmpty || known.role != .latitude && known.role != .longitude
    {
      body(known.role, known.rank)
    }
    for (role, override) in overrides where override == name && !name.isEmpty { body(role, 0) }
    if let rank = numberedNear[name] { body(.near, rank) }
  }

  /// Returns whether a name never means a coordinate for an import, but an id or an address.
  ///
  /// Many rows have only these keys, and would otherwise be read once more.
  func isNeverCoordinate(_ name: String) -> Bool { name == "id" || name == "near" || name == "address" }

  /// The roles of all default names.
  ///
  /// A dictionary, because comparing each member of a JSON row with the names of each role dominated the time of a row.
  private static let standard: [String: (role: ColumnRole, rank: Int)] = {
    var standard: [String: (role: ColumnRole, rank: Int)] = [:]
    for role in ColumnRole.allCases {
      for (rank, name) in role.names.enumerated() { standard[name] = (role, rank) }
    }
    return standard
  }()

  private static func folded(_ name: String) -> String {
    let isFolded = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }
    return isFolded ? name : NameFolding.inOrdinaryWidth(name).trimmed.lowercased()
  }
}
