package import Domain
import Tables

/// Decides by their values about properties with ambiguous names at the beginning of a JSON file.
extension JSONBeginning {
  /// The values of `type` for other objects than places: from GeoJSON, and from programs that wrap values.
  private static let otherTypes: Set<String> = [
    "Feature", "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection", "Topology", "name", "Text", "Number", "Property", "GeoProperty", "Relationship", "DateTime",
    "geo:json", "geo:point", "literal", "uri", "node", "way", "relation", "place",
  ]

  private func values(of key: Int, in paths: Set<Int>) -> [String] {
    let numbers = numbers.filter { $0.key == key && paths.contains($0.path) }
      .map { Int(exactly: $0.value).map(String.init) ?? String($0.value) }
    return texts.filter { $0.key == key && paths.contains($0.path) }.map(\.value) + numbers
  }

  /// Returns the properties whose values contradict their names.
  package func refused(_ names: FieldNames) -> Set<String> {
    let rows = RowKeys(self, names)
    let open = rows.read.filter { keys[$0] == "type" || FieldNames.needsValues(keys[$0]) }
    return Set(
      open.filter { key in
        FieldNames.isRefused(keys[key], types(of: key, in: rows.paths))
      }.map { keys[$0] }
    )
  }

  /// Returns the properties with a name for positions whose values are texts without coordinates.
  package func addressTitles(_ names: FieldNames) -> Set<String> {
    let found = keys.indices.filter { key in
      names.mayBeAddress(keys[key]) && !paths.steps.contains { $0.contains(keys[key]) }
        && CoordinateTextParser.areOnlyTexts(texts.filter { $0.key == key }.map(\.value))
    }
    return Set(found.map { keys[$0] })
  }

  /// Returns the properties with ambiguous names whose values are kinds of places; the parser reads a row's own `type`.
  package func types(_ names: FieldNames) -> Set<String> {
    guard !names.governs(.category) else { return [] }
    let rows = RowKeys(self, names)
    let found = rows.read.filter { key in
      let entry = ByteView.over(Array(keys[key].utf8), names.entry)
      guard entry == nil || entry?.field == .attribute else { return false }
      return FieldNames.isType(keys[key], types(of: key, in: rows.typePaths(keys[key])))
    }
    return Set(found.map { keys[$0] })
  }

  /// Returns the values that may be kinds of places.
  private func types(of key: Int, in paths: Set<Int>) -> [String] {
    values(of: key, in: paths).filter { !Self.otherTypes.contains($0) }
  }

  /// Returns the properties with ambiguous names whose values are names.
  ///
  /// If another property is the name, only properties of objects without that property are returned.
  package func proposedNames(_ names: FieldNames) -> [String] {
    let rows = RowKeys(self, names)
    let titles = rows.read.map { keys[$0] }
    let isNamed = titles.contains { title in
      switch ByteView.over(Array(title.utf8), names.entry)?.field {
      case .placeText(.name), .names, .localName: true
      default: false
      }
    }
    let hasBranches = rows.read.contains { key in
      ByteView.over(Array(keys[key].utf8), names.entry)?.field == .branch && !values(of: key, in: rows.paths).isEmpty
    }
    let proposed = names.proposedNames(among: titles, hasBranches: hasBranches).filter { title in
      !isNamed || FieldNames.isCertain(title) && isWithoutName(title, in: rows, names)
    }
    return FieldNames.likely(
      proposed.compactMap { title in keys.firstIndex(of: title).map { (title, values(of: $0, in: rows.paths)) } }
    )
  }

  /// Returns whether a property can be in other rows than those with a name, as the number of rows is large enough.
  private func isWithoutName(_ title: String, in rows: RowKeys, _ names: FieldNames) -> Bool {
    let rowCount = rows.ownPaths.reduce(0) { $0 + paths.objectCounts[$1] }
    let named = rows.read.filter { key in
      ByteView.over(Array(keys[key].utf8), names.entry)?.field == .placeText(.name)
    }
    let nameCount = named.map { values(of: $0, in: rows.paths).count }.max() ?? 0
    let titleCount = keys.firstIndex(of: title).map { values(of: $0, in: rows.paths).count } ?? 0
    return nameCount + titleCount <= rowCount
  }

  /// Returns the report on the properties.
  package func mapping(_ names: FieldNames) -> ColumnMapping {
    let rows = RowKeys(self, names)
    let columns = rows.read.compactMap { key -> FieldNames.SampledColumn? in
      if keys[key] == "geometry" || isOfFormat(key) && names.choice.field(of: keys[key]) == nil { return nil }
      if keys[key] == "type", !names.types.contains("type") {
        let types = types(of: key, in: rows.ownPaths)
        guard !types.isEmpty, !names.refused.contains("type") else { return nil }
        return FieldNames.SampledColumn(title: "type", entry: FieldTable.Entry(.category, .type), samples: types)
      }
      guard let entry = ByteView.over(Array(keys[key].utf8), names.entry) else { return nil }
      let samples = values(of: key, in: rows.paths)
      var column = FieldNames.SampledColumn(title: keys[key], entry: entry, samples: samples)
      let isListedByMembers = rows.paths.contains { paths.steps[$0].last == keys[key] }
      if samples.isEmpty, !isListedByMembers, names.choice.field(of: keys[key]) == nil {
        column.fields = fields(suppliedBy: key, entry, in: rows.paths, names)
      }
      return column
    }
    let hasGeometry = rows.read.contains { keys[$0] == "geometry" }
    let geometry = hasGeometry ? [ColumnMapping.Column("point", "geometry", .exact)] : []
    let shown = rows.read.filter { key in
      keys[key] == "type" ? !types(of: key, in: rows.paths).isEmpty : !isOfFormat(key)
    }
    let titles = shown.map { keys[$0] } + rows.unread
    var mapping = ColumnMapping(geometry + names.mapping(of: columns), of: titles, names.choice)
    mapping.findHemispheres(among: mapping.unused) { title in
      keys.firstIndex(of: title).map { values(of: $0, in: rows.paths) } ?? []
    }
    return mapping
  }

  /// The keys of GeoJSON, which aren't properties.
  private static let keysOfFormats: Set<String> = [
    "properties", "coordinates", "features", "crs", "bbox", "geometries",
  ]

  private func isOfFormat(_ key: Int) -> Bool {
    Self.keysOfFormats.contains(keys[key]) && (keys[key] != "coordinates" || !hasPlainPairs(key))
  }
}

/// The keys in the rows of the beginning of a JSON file.
private struct RowKeys {
  /// The keys that the reader uses, in order.
  private(set) var read: [Int] = []
  /// The paths of these keys.
  private(set) var paths: Set<Int> = []
  /// The paths of the rows' own keys, which aren't in an object of the row.
  private(set) var ownPaths: Set<Int> = []
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
    let isRow = keys.indices.contains { fields[$0]?.isIdentity == true && beginning.pathsOfKeys[$0].contains(0) }
    let rows = Self.rows(in: Set(placed.map { Self.list(of: steps[$0]) }), isRowAround: isRow)
    guard !rows.isEmpty else {
      read = Array(keys.indices)
      paths = Set(steps.indices)
      ownPaths = paths
      return
    }
    /// Returns the steps from the row to an object; `nil` for an object that isn't in a row.
    func stepsInRow(_ path: [String]) -> ArraySlice<String>? {
      rows.first { path.starts(with: $0) }.map { path.dropFirst($0.count) }
    }
    /// Returns whether the members of an object are properties of the row.
    func isRead(_ path: [String]) -> Bool {
      guard let key = path.last else { return true }
      if Self.containers.contains(key) { return true }
      if let field = keys.firstIndex(of: key).flatMap({ fields[$0] }) { return field == .nested }
      // An object under another key is a row, around one, or a position.
      return placed.contains {
        steps[$0].starts(with: path) && !steps[$0].dropFirst(path.count).contains(JSONPaths.list)
      }
    }
    var states: [Int: Bool] = [:]
    for (number, path) in steps.enumerated() {
      guard let rest = stepsInRow(path), !rest.contains(JSONPaths.list) else { continue }
      states[number] = rest.indices.allSatisfy { isRead(Array(path[...$0])) }
    }
    paths = Set(states.filter(\.value).keys)
    ownPaths = paths.filter { path in
      if let key = steps[path].last, Self.containers.contains(key) { return false }
      let count = stepsInRow(steps[path])?.count
      return count == 0 || count == 1 && beginning.paths.objectCount(at: steps[path]) == 1
    }
    // An object is listed by its members.
    var parents = Set(paths.flatMap { stepsInRow(steps[$0]) ?? [] })
    for key in keys.indices {
      let own = beginning.pathsOfKeys[key]
      if !own.isDisjoint(with: paths) || placed.contains(where: own.contains) && coordinates.contains(key) {
        read.append(key)
        continue
      }
      for path in own.sorted() where states[path] == false {
        let rest = stepsInRow(steps[path]) ?? []
        // The members of a known object have no names of their own.
        let known = rest.compactMap { step in keys.firstIndex(of: step).flatMap { fields[$0] } }
        guard known.allSatisfy({ $0 == .nested }) else { continue }
        unread.append((rest + [keys[key]]).joined(separator: "."))
        parents.formUnion(rest)
      }
    }
    read.removeAll { fields[$0] == nil && parents.contains(keys[$0]) }
  }

  /// Returns the paths at which a key may mean a type; the parser reads a row's own `type`.
  func typePaths(_ key: String) -> Set<Int> { key == "type" ? paths.subtracting(ownPaths) : paths }

  /// Returns the paths of the rows: the elements of the lists with coordinates that aren't in a row themselves.
  ///
  /// An object around the lists is a row only if it has an identity: a collection may have a box or a centre.
  private static func rows(in lists: Set<[String]>, isRowAround: Bool) -> Set<[String]> {
    let lists = lists.count > 1 && !isRowAround ? lists.subtracting([[]]) : lists
    return lists.filter { list in !lists.contains { $0.count < list.count && list.starts(with: $0) } }
  }

  /// Returns the steps to the list of an object.
  private static func list(of path: [String]) -> [String] {
    path.lastIndex(of: JSONPaths.list).map { Array(path[...$0]) } ?? []
  }
}

extension ImportField {
  var isIdentity: Bool { self == .placeText(.name) || self == .placeText(.id) }

  /// Whether the field is a part of a coordinate.
  var isOfCoordinate: Bool {
    switch self {
    case .latitude, .longitude, .northing, .easting, .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
      true
    default: false
    }
  }
}
