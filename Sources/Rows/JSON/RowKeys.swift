import Domain
import Tables

/// The keys in the rows of the beginning of a JSON file.
struct RowKeys {
  /// The keys that the reader uses, in order.
  private(set) var read: [Int] = []
  /// The paths of these keys.
  private(set) var paths: Set<Int> = []
  /// The paths of the rows' own keys, which aren't in an object of the row.
  private(set) var ownPaths: Set<Int> = []
  /// The paths of the objects around the rows that are in a list, but aren't rows.
  private(set) var outerPaths: Set<Int> = []
  /// The paths from the row to the other keys, as `--map` names them.
  private(set) var unread: [String] = []

  /// The keys of objects with properties, besides those in `Fields.txt`.
  private static let containers: Set<String> = ["properties", "tags", "attributes"]

  init(_ beginning: JSONBeginning, _ names: FieldNames) {
    let (keys, steps) = (beginning.keys, beginning.paths.steps)
    let fields = beginning.fields(names)
    let coordinates = keys.indices.filter { key in
      ["geometry", "coordinates"].contains(keys[key]) || fields[key]?.isOfCoordinate == true
    }
    let placed = Set(coordinates.flatMap { beginning.pathsOfKeys[$0] })
    let lists = RowLists(of: Set(placed.map { RowLists.list(of: steps[$0]) }), in: beginning, fields)
    guard !lists.rows.isEmpty else {
      read = Array(keys.indices)
      paths = Set(steps.indices)
      ownPaths = paths
      return
    }
    /// Returns whether the members of an object are properties of the row.
    func isRead(_ path: [String]) -> Bool {
      guard let key = path.last else { return true }
      if Self.containers.contains(key) || lists.isPosition(path) { return true }
      if let field = keys.firstIndex(of: key).flatMap({ fields[$0] }) { return field == .nested }
      // An object under another key is a row, around one, or a position.
      return placed.contains {
        steps[$0].starts(with: path) && !steps[$0].dropFirst(path.count).contains(JSONPaths.list)
      }
    }
    var states: [Int: Bool] = [:]
    for (number, path) in steps.enumerated() {
      guard let rest = lists.stepsInRow(path) else {
        if path.contains(JSONPaths.list), lists.rows.contains(where: { $0.starts(with: path) }) {
          outerPaths.insert(number)
        }
        continue
      }
      let isInList = rest.indices.contains { path[$0] == JSONPaths.list && !lists.isPosition(Array(path[...$0])) }
      if !isInList { states[number] = rest.indices.allSatisfy { isRead(Array(path[...$0])) } }
    }
    paths = Set(states.filter(\.value).keys)
    ownPaths = paths.filter { path in
      if let key = steps[path].last, Self.containers.contains(key) { return false }
      let count = lists.stepsInRow(steps[path])?.count
      return count == 0 || count == 1 && beginning.paths.objectCount(at: steps[path]) == 1
    }
    // An object is listed by its members, and a list by the members of its rows.
    var parents = Set(paths.flatMap { lists.stepsInRow(steps[$0]) ?? [] } + lists.rows.joined())
    for key in keys.indices {
      let own = beginning.pathsOfKeys[key]
      if !own.isDisjoint(with: paths) || placed.contains(where: own.contains) && coordinates.contains(key) {
        read.append(key)
        continue
      }
      for path in own.sorted() where states[path] == false {
        let rest = lists.stepsInRow(steps[path]) ?? []
        // The members of a known object have no names of their own.
        let known = rest.compactMap { step in keys.firstIndex(of: step).flatMap { fields[$0] } }
        guard known.allSatisfy({ $0 == .nested }) else { continue }
        unread.append((rest + [keys[key]]).joined(separator: "."))
        parents.formUnion(rest)
      }
    }
    read.removeAll { fields[$0] == nil && parents.contains(keys[$0]) }
  }

  /// Returns the keys of the name and the category around the rows, if the rows have none.
  func inherited(_ beginning: JSONBeginning, _ names: FieldNames) -> [Int] {
    let fields = beginning.fields(names)
    let hasName = read.contains { fields[$0]?.isName == true }
    let hasCategory = read.contains { fields[$0]?.isOfCategories == true }
    return fields.indices.filter { key in
      guard !beginning.pathsOfKeys[key].isDisjoint(with: outerPaths) else { return false }
      return !hasName && fields[key]?.isName == true || !hasCategory && fields[key]?.isOfCategories == true
    }
  }

  /// Returns the paths at which a key may mean a type; the parser reads a row's own `type`.
  func typePaths(_ key: String) -> Set<Int> { key == "type" ? paths.subtracting(ownPaths) : paths }
}

/// The lists of rows in the beginning of a JSON file.
private struct RowLists {
  /// The paths of the rows: the elements of the lists with coordinates that aren't in a row themselves, or have names.
  let rows: Set<[String]>
  /// The paths of the elements that are the position of the row around their list.
  private let positions: Set<[String]>

  init(of lists: Set<[String]>, in beginning: JSONBeginning, _ fields: [ImportField?]) {
    let (keys, paths) = (beginning.keys, beginning.paths)
    func pathsOfKeys(where isIncluded: (ImportField) -> Bool) -> Set<Int> {
      Set(keys.indices.filter { fields[$0].map(isIncluded) == true }.flatMap { beginning.pathsOfKeys[$0] })
    }
    let named = Set(pathsOfKeys(where: \.isName).map { Self.list(of: paths.steps[$0]) })
    let positions = lists.subtracting(named).filter { list in
      guard let key = list.dropLast().last.flatMap(keys.firstIndex) else { return false }
      let outer = Array(list.dropLast(2))
      guard fields[key]?.isOfCoordinate == true || outer.contains(JSONPaths.list) else { return false }
      // There is one for each row.
      return paths.objectCount(at: list) <= paths.objectCount(at: outer)
    }
    let ofRows = lists.map { positions.contains($0) ? Self.list(of: $0.dropLast(2)) : $0 }
    // An object around the lists is a row only if it has an identity: a collection may have a box or a centre.
    let isRowAround = pathsOfKeys(where: \.isIdentity).contains(0)
    let found = Set(ofRows).subtracting(Set(ofRows).count > 1 && !isRowAround ? [[]] : [])
    rows = found.filter { list in
      let isWithin = found.contains { $0.count < list.count && list.starts(with: $0) }
      return !isWithin || named.contains(list) && Self.mayListPlaces(list)
    }
    self.positions = positions
  }

  /// Returns whether a list in a place may contain places, as its key isn't the name of parts of it.
  private static func mayListPlaces(_ list: [String]) -> Bool {
    let letters = list.dropLast().last.map { ColumnName($0).letters } ?? ""
    return !FieldNames.isPart(letters) && !FieldNames.isNear(letters)
  }

  /// Returns whether a path leads to a position in a list, or to its list.
  func isPosition(_ path: [String]) -> Bool { positions.contains(path) || positions.contains(path + [JSONPaths.list]) }

  /// Returns the steps from the row to an object; `nil` for an object that isn't in a row.
  func stepsInRow(_ path: [String]) -> ArraySlice<String>? {
    rows.filter { path.starts(with: $0) }.max { $0.count < $1.count }.map { path.dropFirst($0.count) }
  }

  /// Returns the steps to the list of an object.
  static func list(of path: some Collection<String>) -> [String] {
    let path = Array(path)
    return path.lastIndex(of: JSONPaths.list).map { Array(path[...$0]) } ?? []
  }
}

extension ImportField {
  var isIdentity: Bool { self == .placeText(.name) || self == .placeText(.id) }

  /// Whether the field is the displayed name of a place.
  var isName: Bool { self == .placeText(.name) || self == .localName || self == .names }

  /// Whether the field is a part of a coordinate.
  var isOfCoordinate: Bool {
    switch self {
    case .latitude, .longitude, .northing, .easting, .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
      true
    default: false
    }
  }
}
