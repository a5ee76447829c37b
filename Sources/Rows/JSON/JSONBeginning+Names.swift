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

  /// The properties with the types of OpenStreetMap elements; the parser reads a row's own `type`.
  package var elementTypes: Set<String> {
    let ofObjects = Self.otherTypes.subtracting(Self.typesOfElements)
    return TagKeys.elementTypes(among: keys) { name in
      texts.filter { keys[$0.key] == name && !ofObjects.contains($0.value) }.map(\.value)
    }
  }

  /// Returns the properties with ambiguous names whose values are kinds of places; the parser reads a row's own `type`.
  package func types(_ names: FieldNames) -> Set<String> {
    guard !names.governs(.category) else { return [] }
    let rows = RowKeys(self, names)
    let found = rows.read.filter { key in
      let entry = names.entry(of: keys[key])
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
    let isNamed = rows.read.contains { key in
      switch names.entry(of: keys[key])?.field {
      case .placeText(.name), .names, .localName: hasValue(key, in: rows.paths)
      default: false
      }
    }
    let hasBranches = rows.read.contains { key in
      names.entry(of: keys[key])?.field == .branch && !values(of: key, in: rows.paths).isEmpty
    }
    let proposed = names.proposedNames(among: titles, hasBranches: hasBranches).filter { title in
      !isNamed || FieldNames.isCertain(title) && isWithoutName(title, in: rows, names)
    }
    return FieldNames.likely(
      proposed.compactMap { title in keys.firstIndex(of: title).map { (title, values(of: $0, in: rows.paths)) } }
    )
  }

  /// Returns whether a property isn't always empty.
  private func hasValue(_ key: Int, in paths: Set<Int>) -> Bool {
    structures.contains { $0.key == key } || !filledValues(of: key, in: paths).isEmpty
  }

  private func filledValues(of key: Int, in paths: Set<Int>) -> [String] {
    values(of: key, in: paths).filter { value in !ByteView.over(Array(value.utf8)) { $0.trimmed.isNothing } }
  }

  /// Returns whether a property can be in other rows than those with a name, as the number of rows is large enough.
  private func isWithoutName(_ title: String, in rows: RowKeys, _ names: FieldNames) -> Bool {
    let rowCount = rows.ownPaths.reduce(0) { $0 + paths.objectCounts[$1] }
    let named = rows.read.filter { key in
      names.entry(of: keys[key])?.field == .placeText(.name)
    }
    let nameCount = named.map { filledValues(of: $0, in: rows.paths).count }.max() ?? 0
    let titleCount = keys.firstIndex(of: title).map { filledValues(of: $0, in: rows.paths).count } ?? 0
    return nameCount + titleCount <= rowCount
  }

  /// Returns the report on the properties.
  package func mapping(_ names: FieldNames) -> ColumnMapping {
    let rows = RowKeys(self, names)
    let inherited = rows.inherited(self, names)
    let columns = (inherited + rows.read).compactMap { key -> FieldNames.SampledColumn? in
      if keys[key] == "geometry" || isOfFormat(key) && names.choice.field(of: keys[key]) == nil { return nil }
      if keys[key] == "type", names.proposals["type"] == nil {
        let types = types(of: key, in: rows.ownPaths)
        guard !types.isEmpty, !names.refused.contains("type") else { return nil }
        return FieldNames.SampledColumn(title: "type", entry: FieldTable.Entry(.category, .type), samples: types)
      }
      guard let entry = names.entry(of: keys[key]) else { return nil }
      let samples = values(of: key, in: inherited.contains(key) ? rows.outerPaths : rows.paths)
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
    let titles = (inherited + shown).map { keys[$0] } + rows.unread
    var mapping = ColumnMapping(geometry + names.mapping(of: columns), of: titles, names.choice)
    mapping.findHemispheres(among: mapping.unused) { title in
      guard let key = keys.firstIndex(of: title) else { return [] }
      let own = values(of: key, in: rows.paths)
      // A coordinate may be in an object of its own.
      return own.isEmpty ? values(of: key, in: pathsOfKeys[key]) : own
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
