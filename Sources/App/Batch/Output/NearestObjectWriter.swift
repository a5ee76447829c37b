import Domain
import Tables

/// Copies the rows of the input as JSON objects, each with its nearest places: one per line, or as features of a
/// GeoJSON document.
///
/// A row that is a GeoJSON feature gets its nearest places in its `properties`.
struct NearestObjectWriter: NearestWriter {
  let header: [UInt8]
  let footer: [UInt8]

  private let input: BatchFormat
  let columns: NearestColumns
  /// The names of the nearest columns as keys, for rows of a table.
  private let names: [String]
  /// The column names of a table as keys, with their colons.
  private let keys: [[UInt8]]
  private let areFeatures: Bool

  /// - Parameters:
  ///   - input: The format of the rows.
  ///   - columns: The members to append.
  ///   - areFeatures: Whether the output is a GeoJSON document.
  ///   - attribution: The notice required by the data's licence, which is part of a document.
  init(_ input: BatchFormat, _ columns: NearestColumns, areFeatures: Bool, attribution: String? = nil) {
    self.input = input
    self.columns = columns
    self.areFeatures = areFeatures
    header = areFeatures ? Self.header(attribution) : []
    footer = areFeatures ? [UInt8]("]}\n".utf8) : []
    guard case .csv(let table) = input else {
      names = columns.names
      keys = []
      return
    }
    names = columns.names(besides: table.names)
    keys = table.names.map { name in
      var key: [UInt8] = []
      key.appendJSON(string: name)
      return key + [Ascii.colon]
    }
  }

  private static func header(_ attribution: String?) -> [UInt8] {
    var header = [UInt8](#"{"type":"FeatureCollection","#.utf8)
    if let attribution {
      header.append(literal: #""attribution":"#)
      header.appendJSON(string: attribution)
      header.append(Ascii.comma)
    }
    return header + [UInt8]((#""features":["# + "\n").utf8)
  }

  func append(_ result: NearestResult, of row: ParsedRow, at point: Coordinate?, to out: inout [UInt8]) {
    let feature = row.feature()
    guard areFeatures else {
      if let feature {
        append(feature, of: row, result, to: &out)
      } else {
        appendMembers(of: row, row.object(), result, to: &out)
      }
      return out.append(Ascii.lineFeed)
    }
    // Each line except the first begins with the comma, so that a truncated document can be continued.
    if row.number > 1 { out.append(Ascii.comma) }
    out.append(literal: #"{"type":"Feature","#)
    if let id = feature?.id, !id.isAbsent {
      out.append(literal: #""id":"#)
      out.append(contentsOf: row.json(in: id.jsonRange))
      out.append(Ascii.comma)
    }
    out.append(literal: #""geometry":"#)
    if let geometry = feature?.geometry, row.isOtherShape(geometry) || point == nil {
      out.append(contentsOf: row.json(in: geometry.jsonRange))
    } else if let point {
      out.append(literal: #"{"type":"Point","coordinates":["#)
      out.append(decimal: point.longitude)
      out.append(Ascii.comma)
      out.append(decimal: point.latitude)
      out.append(literal: "]}")
    } else {
      out.appendJSONNull()
    }
    out.append(literal: #","properties":"#)
    appendMembers(of: row, feature.map(\.propertiesObject) ?? row.object(), result, to: &out)
    out.append(literal: "}\n")
  }

  /// Appends a feature as it is, with its properties and the members of its result.
  private func append(_ feature: RowFeature, of row: ParsedRow, _ result: NearestResult, to out: inout [UInt8]) {
    let properties = feature.propertiesRange
    out.append(contentsOf: row.json(in: feature.object.lowerBound..<properties.lowerBound))
    if feature.properties == nil { out.append(literal: #","properties":"#) }
    appendMembers(of: row, feature.propertiesObject, result, to: &out)
    out.append(contentsOf: row.json(in: properties.upperBound..<feature.object.upperBound))
  }

  /// Appends an object with the members of a row and of its result; the range of an object without members may be
  /// empty.
  private func appendMembers(
    of row: ParsedRow,
    _ object: Range<Int>?,
    _ result: NearestResult,
    to out: inout [UInt8]
  ) {
    var names = names
    out.append(Ascii.openBrace)
    if case .csv = input {
      for column in keys.indices {
        if column > 0 { out.append(Ascii.comma) }
        out.append(contentsOf: keys[column])
        if row.hasCells, row.cells.count <= keys.count {
          append(column < row.cells.count ? row.cells[column] : RowField(), of: row, to: &out)
        } else {
          out.appendJSON(string: column == 0 ? row.rawText : nil)
        }
      }
    } else if let object {
      let inside = object.isEmpty ? object : object.lowerBound + 1..<object.upperBound - 1
      let members = Ascii.trimmed(inside, of: row.bytes)
      out.append(contentsOf: row.json(in: members))
      if !members.isEmpty { out.append(Ascii.comma) }
      if row.mayHaveNearestKey(in: members) { names = columns.names(besides: row.keys(of: object)) }
    } else {
      out.append(literal: #""input":"#)
      out.appendJSON(string: row.rawText)
      out.append(Ascii.comma)
    }
    var isFirst = keys.isEmpty
    var index = 0
    result.forEachValue(in: columns) { value in
      if !isFirst { out.append(Ascii.comma) }
      isFirst = false
      out.appendJSON(string: names[index])
      index += 1
      out.append(Ascii.colon)
      switch value {
      case .text(let text): out.appendJSON(string: text)
      case .number(let number): out.appendJSON(number)
      case .integer(let number): out.appendJSON(number)
      }
    }
    out.append(Ascii.closeBrace)
  }

  private func append(_ field: RowField, of row: ParsedRow, to out: inout [UInt8]) {
    if field.encoding == .plain, row.isUTF8 {
      out.append(value: row.bytes, in: field.range, as: .json)
    } else {
      out.appendJSON(string: field.text(in: row.bytes))
    }
  }
}

/// The parts of a row that is a GeoJSON feature.
private struct RowFeature {
  let object: Range<Int>
  var id: RowField?
  var geometry: RowField?
  var properties: RowField?
  /// Whether the properties are an object, not `null`.
  var hasMembers = false

  /// The place of the properties in the row; before the closing brace if there are none.
  var propertiesRange: Range<Int> { properties?.jsonRange ?? object.upperBound - 1..<object.upperBound - 1 }

  /// The object of the properties; empty if there is none.
  var propertiesObject: Range<Int> {
    hasMembers ? propertiesRange : propertiesRange.lowerBound..<propertiesRange.lowerBound
  }
}

extension ParsedRow {
  /// The text of the row.
  fileprivate var rawText: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the range of the row's object, from brace to brace; `nil` if the row isn't valid JSON.
  fileprivate func object() -> Range<Int>? {
    let range = trimmedRange
    guard isWellFormed, range.count >= 2, bytes[range.lowerBound] == Ascii.openBrace else { return nil }
    return range
  }

  /// Returns the parts of a row that is a GeoJSON feature; `nil` for other rows.
  fileprivate func feature() -> RowFeature? {
    guard isFeature, let object = object() else { return nil }
    var feature = RowFeature(object: object)
    var json = JSONReader(row: bytes, object)
    _ = json.scanObject { key, value in
      switch key.text(in: bytes) {
      case "id": feature.id = value
      case "geometry": feature.geometry = value
      case "properties":
        feature.properties = value
        feature.hasMembers = value.encoding == .jsonOther && bytes[value.start] == Ascii.openBrace
      default: break
      }
    }
    return feature
  }

  /// Returns whether a geometry isn't a point; a point is the row's coordinate, which may have been converted.
  fileprivate func isOtherShape(_ geometry: RowField) -> Bool {
    guard geometry.encoding == .jsonOther else { return false }
    var isPoint = false
    var json = JSONReader(row: bytes, geometry.range)
    _ = json.scanObject { key, value in
      if key.text(in: bytes) == "type" { isPoint = value.text(in: bytes) == "Point" }
    }
    return !isPoint
  }

  /// Returns a part of the row as JSON that every reader accepts.
  fileprivate func json(in range: Range<Int>) -> [UInt8] {
    hasLoneSurrogate ? JSONUnescaping.withoutLoneSurrogates(bytes[range]) : Array(bytes[range])
  }

  /// Returns whether an object may have a key of a nearest column: its text contains the beginning of such a name, or
  /// an escape.
  fileprivate func mayHaveNearestKey(in members: Range<Int>) -> Bool {
    let start = Array("nearest_".utf8)
    var index = members.lowerBound
    while index < members.upperBound {
      let byte = bytes[index]
      if byte == Ascii.backslash { return true }
      if byte == start[0], bytes[index..<members.upperBound].starts(with: start) { return true }
      index += 1
    }
    return false
  }

  fileprivate func keys(of object: Range<Int>) -> [String] {
    var keys: [String] = []
    var json = JSONReader(row: bytes, object)
    _ = json.scanObject { key, _ in keys.append(key.text(in: bytes) ?? "") }
    return keys
  }
}
