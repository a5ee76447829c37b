import Domain
import Tables

extension PlaceQuery {
  /// Appends the `query` of schema 1.
  func appendJSON(to bytes: inout [UInt8]) {
    var isFirst = true
    for property in QueryProperty.allCases {
      property.print(self) { key, value in
        bytes.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
        isFirst = false
        bytes.appendJSON(string: key)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendJSON(value)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// Appends a member of a query; its numbers have the notation of results.
  mutating func appendJSON(_ value: JSONValue) {
    switch value {
    case .null: appendJSONNull()
    case .number: if let number = value.integer { append(decimal: number) } else { appendJSON(value.double) }
    case .text(let text): appendJSON(string: text)
    case .list(let elements):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(element)
      }
      append(UInt8(ascii: "]"))
    case .bool, .object: self += value.line
    }
  }
}
