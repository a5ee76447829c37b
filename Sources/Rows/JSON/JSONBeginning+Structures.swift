import Domain
import Tables

/// Determines the fields that objects and lists supply, for the report on a JSON file.
extension JSONBeginning {
  private static let partsOfAddress: Set<String> = [
    "house_number", "street", "district", "city", "province", "postcode", "country", "road_address", "lot_address",
  ]
  private static let addresses: Set<String> = ["street", "road_address", "lot_address"]
  private static let maximumByteCount = 1 << 12

  /// Returns the bytes of a short object or list after a colon; `nil` for another value.
  static func structure(after colon: JSONViewCursor) -> [UInt8]? {
    var cursor = colon
    guard (try? cursor.expect(UInt8(ascii: ":"))) != nil, let first = try? cursor.peek(),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    let start = cursor.offset
    let rest = cursor.bytes.part(start..<min(start + maximumByteCount, cursor.bytes.count))
    var value = JSONViewCursor(rest, at: 0)
    return (try? value.skip()) == nil ? nil : rest.part(0..<value.offset).array
  }

  /// Returns the fields that the objects and lists of a property supply, by their names in a mapping; `nil` without
  /// objects and lists.
  func fields(suppliedBy key: Int, _ entry: FieldTable.Entry, in paths: Set<Int>, _ names: FieldNames) -> [String]? {
    let values = structures.filter { $0.key == key && paths.contains($0.path) }.map(\.bytes)
    guard !values.isEmpty else { return nil }
    let parser = FeatureParser(vocabulary: ImportVocabulary(names))
    let name = Array(keys[key].utf8)
    var fields: [String] = []
    for value in values {
      ByteView.over(value) { value in
        var draft = RowDraft()
        var cursor = JSONViewCursor(value, at: 0)
        ByteView.over(name) { try? parser.parseValue(of: entry, key: $0, &cursor, &draft, depth: 1) }
        fields += draft.mappedFields.filter { !fields.contains($0) }
      }
    }
    guard !entry.field.isOfCategories else { return fields.isEmpty ? [] : [entry.field.mappedName].compactMap(\.self) }
    switch entry.field {
    case let field where field.isWholeAddress || !field.isText || field == .addresses || field == .contact:
      // The parts of an address are stored only with the street.
      let isAddress = fields.contains(where: Self.addresses.contains)
      return fields.filter { !Self.partsOfAddress.contains($0) } + (isAddress ? ["address"] : [])
    default: return fields
    }
  }
}

extension RowDraft {
  /// The fields that the row has so far, by their names in a mapping.
  fileprivate var mappedFields: [String] {
    var names = ImportField.mappedNames { $0.slot < ImportField.textCount && has($0) }
    if !latitude(in: .coordinate).isNaN || !latitude(in: .degrees).isNaN { names.append("point") }
    for index in 0..<attributes.count { names.append(view(of: attributes[index].key).text) }
    return names
  }
}
