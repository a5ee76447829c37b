extension JSONCursor {
  /// The brackets that are open: one bit for each, set for an object.
  struct Levels {
    private(set) var depth = 0
    private var bits: UInt128 = 0

    /// Whether the innermost is an object.
    var isObject: Bool { bits & 1 == 1 }

    mutating func open(isObject: Bool) {
      bits = bits << 1 | (isObject ? 1 : 0)
      depth += 1
    }

    mutating func close() {
      bits >>= 1
      depth -= 1
    }
  }
}
