import Domain
import Tables

extension RowBlock {
  /// Returns the distinct keys of the first rows and of their features' properties.
  func keys(ofFirst count: Int) -> [String] {
    var keys: [String] = []
    var known: Set<String> = []
    func add(_ key: RowField) {
      guard let name = key.text(in: bytes), known.insert(name).inserted else { return }
      keys.append(name)
    }
    for row in rows.prefix(count) {
      var json = JSONReader(row: bytes, row.range)
      _ = json.scanObject { key, value in
        add(key)
        guard value.encoding == .jsonOther, key.text(in: bytes) == "properties" else { return }
        var inner = JSONReader(row: bytes, value.range)
        _ = inner.scanObject { key, _ in add(key) }
      }
    }
    return keys
  }
}

extension ParsedRow {
  /// Finds the members of a JSON row, which may be a GeoJSON object, and their roles.
  mutating func parseObject(names: ColumnNames) {
    dropTrailingComma()
    var members = RoleMembers()
    swap(&members, &self.members)
    members.reset()
    var feature = GeoJSONMembers()
    let bytes = bytes
    var json = JSONReader(row: bytes, range)
    let isWhole = json.scanObject { key, value in
      guard let name = key.text(in: bytes) else { return }
      feature.take(value, named: name)
      members.take(value, named: name, names, in: bytes)
    }
    swap(&members, &self.members)
    hasLoneSurrogate = json.hasLoneSurrogate
    isFeature = !feature.type.isAbsent && feature.type.text(in: bytes) == "Feature"
    guard isWhole else {
      if let text = JSONUnescaping.withoutNaN(bytes[range]) {
        rewrite(text)
        return parseObject(names: names)
      }
      let isAfterObject = bytes[range.lowerBound..<json.offset].last { !Ascii.isBlank($0) } == Ascii.closeBrace
      let isAtObject = json.offset < range.upperBound && bytes[json.offset] == Ascii.openBrace
      error =
        isAfterObject && isAtObject ? .severalObjects : .rowNotJSON(atByte: json.offset - range.lowerBound + 1)
      // A member before the malformed text is valid.
      self[.id] = self.members.fields[ColumnRole.id.rawValue]
      return
    }
    for role in ColumnRole.allCases { self[role] = self.members.fields[role.rawValue] }
    for (role, path) in names.paths where self[role].isAbsent { self[role] = member(at: path, of: role) }
    mayHoldCoordinate = self.members.mayHoldCoordinate
    let hasPoint = !(self[.latitude].isAbsent && self[.longitude].isAbsent && self[.at].isAbsent)
    if !hasPoint { complete(from: feature, names) }
  }

  /// Returns the value at a path of keys and of numbers of elements.
  private func member(at path: [String], of role: ColumnRole) -> RowField {
    var found = RowField(start: range.lowerBound, end: range.upperBound, encoding: .jsonOther)
    for step in path {
      let value = found
      found = RowField()
      guard value.encoding == .jsonOther else { break }
      var json = JSONReader(row: bytes, value.range)
      var index = 0
      if bytes[value.start] == Ascii.openBracket {
        _ = json.scanArray { element in
          if String(index) == step { found = element }
          index += 1
        }
      } else {
        _ = json.scanObject { key, member in
          if found.isAbsent, key.text(in: bytes) == step { found = member }
        }
      }
    }
    return found.isMissing(of: role, in: bytes) ? RowField() : found
  }

  /// Drops the comma after an object, which occurs in lines of a JSON array.
  private mutating func dropTrailingComma() {
    let end = trimmedRange.upperBound
    guard end > range.lowerBound, bytes[end - 1] == Ascii.comma else { return }
    range = range.lowerBound..<(end - 1)
  }

  /// Uses the coordinates of a GeoJSON point, and a feature's properties for the roles that the object itself doesn't
  /// have.
  private mutating func complete(from feature: GeoJSONMembers, _ names: ColumnNames) {
    switch feature.type.text(in: bytes) {
    case "Point": takePoint(feature.coordinates)
    case "Feature":
      takeProperties(feature.properties, names)
      guard feature.geometry.encoding == .jsonOther else { return }
      var shape = GeoJSONMembers()
      let bytes = bytes
      var json = JSONReader(row: bytes, feature.geometry.range)
      _ = json.scanObject { key, value in shape.take(value, named: String(decoding: bytes[key.range], as: UTF8.self)) }
      if shape.type.text(in: bytes) == "Point" { return takePoint(shape.coordinates) }
      guard !shape.coordinates.isAbsent else { return }
      // As in an import, the geometry takes precedence over properties.
      for role in [ColumnRole.latitude, .longitude, .at] where names.override(for: role) == nil {
        self[role] = RowField()
      }
    default: break
    }
  }

  /// Reads a point: the longitude, the latitude, and possibly an altitude.
  private mutating func takePoint(_ coordinates: RowField) {
    guard coordinates.encoding == .jsonOther else { return }
    var numbers: [RowField] = []
    var json = JSONReader(row: bytes, coordinates.range)
    let isArray = json.scanArray { numbers.append($0) }
    guard isArray, numbers.count >= 2, numbers.allSatisfy({ $0.encoding == .jsonNumber }) else { return }
    self[.longitude] = numbers[0]
    self[.latitude] = numbers[1]
  }

  private mutating func takeProperties(_ properties: RowField, _ names: ColumnNames) {
    guard properties.encoding == .jsonOther else { return }
    var members = RoleMembers()
    swap(&members, &self.members)
    members.reset()
    let bytes = bytes
    var json = JSONReader(row: bytes, properties.range)
    _ = json.scanObject { key, value in
      if let name = key.text(in: bytes) { members.take(value, named: name, names, in: bytes) }
    }
    swap(&members, &self.members)
    for role in ColumnRole.allCases where self[role].isAbsent { self[role] = self.members.fields[role.rawValue] }
  }
}

/// The members of a JSON object that have a role; if several have the same role, the preferred name wins.
struct RoleMembers: Sendable {
  /// The values, one for each case of ``ColumnRole``; empty until the first reset.
  private(set) var fields: [RowField] = []
  private var ranks: [Int] = []
  private(set) var mayHoldCoordinate = false

  /// Clears the members of the last object, keeping the memory.
  mutating func reset() {
    mayHoldCoordinate = false
    guard !fields.isEmpty else {
      fields = Array(repeating: RowField(), count: ColumnRole.allCases.count)
      ranks = Array(repeating: .max, count: fields.count)
      return
    }
    for index in fields.indices {
      fields[index] = RowField()
      ranks[index] = .max
    }
  }

  mutating func take(_ value: RowField, named name: String, _ names: ColumnNames, in bytes: [UInt8]) {
    mayHoldCoordinate = mayHoldCoordinate || value.encoding == .jsonOther || !names.isNeverCoordinate(name)
    names.forEachRole(of: name) { role, rank in
      let value = value.encoding == .jsonOther ? Self.unwrapped(value, of: role, in: bytes) : value
      let isBlank = value.isMissing(of: role, in: bytes)
      // An address that isn't text leaves the role to another member.
      guard role != .near || (value.isJSONString && !isBlank) else { return }
      // The first of repeated keys wins, as in an import, unless it is empty.
      let isFirst = rank < ranks[role.rawValue]
      guard isFirst || rank == ranks[role.rawValue] && fields[role.rawValue].isAbsent else { return }
      ranks[role.rawValue] = rank
      // An empty value is ignored, as in CSV; only an id is kept unchanged.
      fields[role.rawValue] = isBlank && role != .id ? RowField() : value
    }
  }
}

extension RoleMembers {
  /// Returns the value in a wrapper; shapes are objects themselves, and an id is kept unchanged.
  private static func unwrapped(_ value: RowField, of role: ColumnRole, in bytes: [UInt8]) -> RowField {
    switch role {
    case .within, .along, .id: value
    case .category: value.unwrapped(in: bytes) { PlaceCategory(word: $0).isKnown }
    default: value.unwrapped(in: bytes)
    }
  }
}

/// The members of a GeoJSON object (RFC 7946) that locate a row: a `Feature` with a `Point`, or a `Point`.
private struct GeoJSONMembers {
  private(set) var type = RowField()
  private(set) var coordinates = RowField()
  private(set) var geometry = RowField()
  private(set) var properties = RowField()

  mutating func take(_ value: RowField, named name: String) {
    switch name {
    case "type" where type.isAbsent: type = value
    case "coordinates" where coordinates.isAbsent: coordinates = value
    case "geometry" where geometry.isAbsent: geometry = value
    case "properties" where properties.isAbsent: properties = value
    default: break
    }
  }
}
