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

  private func values(of key: Int) -> [String] {
    let numbers = numbers.filter { $0.key == key }.map { String($0.value) }
    return texts.filter { $0.key == key }.map(\.value) + numbers
  }

  /// The properties whose values contradict their names.
  package var refused: Set<String> {
    let open = keys.indices.filter { keys[$0] == "type" || FieldNames.needsValues(keys[$0]) }
    return Set(
      open.filter { key in
        FieldNames.isRefused(keys[key], values(of: key).filter { !Self.otherTypes.contains($0) })
      }.map { keys[$0] }
    )
  }

  /// Returns the properties with ambiguous names whose values are names.
  ///
  /// If another property is the name, only properties of objects without that property are returned.
  package func proposedNames(_ names: FieldNames) -> [String] {
    let titles = keys.indices.filter(keysOfRows.contains).map { keys[$0] }
    let isNamed = titles.contains { title in
      switch ByteView.over(Array(title.utf8), names.entry)?.field {
      case .fact(.name), .names, .localName: true
      default: false
      }
    }
    let proposed = names.proposedNames(among: titles).filter { !isNamed || FieldNames.isCertain($0) }
    return FieldNames.likely(
      proposed.compactMap { title in keys.firstIndex(of: title).map { (title, values(of: $0)) } }
    )
  }

  /// Returns the report on the properties.
  package func mapping(_ names: FieldNames) -> ColumnMapping {
    let rows = keys.indices.filter(keysOfRows.contains)
    let columns = rows.flatMap { key -> [ColumnMapping.Column] in
      if keys[key] == "geometry" { return [ColumnMapping.Column("point", "geometry", .exact)] }
      if Self.keysOfFormats.contains(keys[key]) { return [] }
      guard let entry = ByteView.over(Array(keys[key].utf8), names.entry) else { return [] }
      return names.mapping(of: keys[key], entry, samples: values(of: key))
    }
    return ColumnMapping(columns, of: rows.map { keys[$0] }.filter { !Self.keysOfFormats.contains($0) }, names.choice)
  }

  /// The keys of GeoJSON, which aren't properties.
  private static let keysOfFormats: Set<String> = [
    "type", "properties", "coordinates", "features", "crs", "bbox", "geometries",
  ]
}
