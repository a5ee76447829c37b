import Domain

/// Writes places as JSON objects of schema 1 into a buffer.
///
/// Keys are always there and always in the order asked; an absent value is `null`.
struct PlaceJSON: Sendable {
  /// The fields of an object, in order.
  let fields: [PlaceField]
  /// What stands before the values, end to end: a brace or a comma, the key, a colon, and a quote before text.
  private let keys: [UInt8]
  /// Where each field's part of the keys lies.
  private let keyRanges: [Range<Int>]

  /// Makes a writer.
  ///
  /// - Parameter fields: What to write, in this order; at least one.
  init(fields: [PlaceField] = PlaceField.allCases) {
    self.fields = fields
    var keys: [UInt8] = []
    keyRanges = fields.enumerated().map { position, field in
      let start = keys.count
      keys.append(text: "\(position == 0 ? "{" : ",")\"\(field.rawValue)\":\(field.isNumber ? "" : "\"")")
      return start..<keys.count
    }
    self.keys = keys
  }

  /// Appends one place as an object.
  ///
  /// - Complexity: Two passes over the place's words; allocates only when the buffer grows, and for words that need
  ///   escaping.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let packed = found.place.text.utf8
    let words = found.place.text.range(of: .id).lowerBound..<packed.count
    unsafe packed.withUnsafeBufferPointer { text in
      let isPlain = unsafe !text.mayNeedEscaping(in: words)
      // An escape makes six bytes of one; null, quotes and a slug are shorter than sixteen bytes.
      let longest =
        unsafe keys.count + words.count * (isPlain ? 1 : 6) + fields.count * (16 + ByteCursor.longestNumber) + 1
      bytes.append(addingCapacity: longest) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard var cursor = unsafe ByteCursor(memory) else { return }
          unsafe write(found, text: text, isPlain: isPlain, to: &cursor)
          count = unsafe cursor.count
        }
      }
    }
  }

  private func write(
    _ found: FoundPlace,
    text: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    unsafe keys.withUnsafeBufferPointer { keys in
      for position in fields.indices {
        let key = keyRanges[position]
        switch fields[position] {
        case .latitude:
          unsafe cursor.put(keys, in: key)
          unsafe cursor.put(decimal: found.place.coordinate.latitude)
        case .longitude:
          unsafe cursor.put(keys, in: key)
          unsafe cursor.put(decimal: found.place.coordinate.longitude)
        case .distance:
          unsafe cursor.put(keys, in: key)
          if let distance = found.distance {
            unsafe cursor.put(decimal: distance.wholeMeters)
          } else {
            unsafe cursor.putNull()
          }
        case .category:
          if let group = found.place.group {
            unsafe cursor.put(keys, in: key)
            for byte in group.slug.utf8 { unsafe cursor.put(byte) }
            unsafe cursor.put(UInt8(ascii: "\""))
          } else {
            unsafe cursor.put(keys, in: key.lowerBound..<key.upperBound - 1)
            unsafe cursor.putNull()
          }
        case let field:
          let range = field.text.map(found.place.text.range) ?? 0..<0
          if range.isEmpty {
            unsafe cursor.put(keys, in: key.lowerBound..<key.upperBound - 1)
            unsafe cursor.putNull()
          } else if isPlain {
            unsafe cursor.put(keys, in: key)
            unsafe cursor.put(text, in: range)
            unsafe cursor.put(UInt8(ascii: "\""))
          } else {
            unsafe cursor.put(keys, in: key.lowerBound..<key.upperBound - 1)
            var escaped: [UInt8] = []
            escaped.appendJSON(string: found.place.text.utf8, in: range)
            unsafe cursor.put(escaped)
          }
        }
      }
    }
    unsafe cursor.put(UInt8(ascii: "}"))
  }

  /// Appends places as an array, one after the other on one line.
  func append(array places: [FoundPlace], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for position in places.indices {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      append(places[position], to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension ByteCursor {
  /// Writes `null`.
  @inline(__always)
  fileprivate mutating func putNull() {
    unsafe put(UInt8(ascii: "n"))
    unsafe put(UInt8(ascii: "u"))
    unsafe put(UInt8(ascii: "l"))
    unsafe put(UInt8(ascii: "l"))
  }
}
