import Tables

/// Reads the fields of a Protocol Buffers message in order.
///
/// Source: protobuf.dev, "Encoding". Every length is checked against the remaining bytes before it is used.
struct WireReader {
  /// The encoding of a field.
  enum Wire: UInt8 {
    case number = 0
    case eightBytes = 1
    case bytes = 2
    case fourBytes = 5
  }

  let bytes: ByteView
  private(set) var offset = 0
  /// The number and the encoding of the current field.
  private(set) var field = 0
  private(set) var wire = Wire.number

  init(_ bytes: ByteView) { self.bytes = bytes }

  @inline(__always)
  var isAtEnd: Bool { offset >= bytes.count }

  /// Moves to the value of the next field; returns `false` at the end.
  @inline(__always)
  mutating func next() throws(SyntaxError) -> Bool {
    guard offset < bytes.count else { return false }
    let key = try number()
    guard let wire = Wire(rawValue: UInt8(truncatingIfNeeded: key & 7)), key >> 3 > 0 else { throw .malformed }
    self.wire = wire
    field = Int(truncatingIfNeeded: key >> 3)
    return true
  }

  /// Skips the value of the current field.
  mutating func skip() throws(SyntaxError) {
    switch wire {
    case .number: _ = try number()
    case .eightBytes: _ = try take(8)
    case .bytes: _ = try message()
    case .fourBytes: _ = try take(4)
    }
  }

  /// Reads a number of a packed field.
  @inline(__always)
  mutating func number() throws(SyntaxError) -> UInt64 {
    guard offset < bytes.count else { throw .incomplete }
    let first = bytes.byte(at: offset)
    guard first >= 0x80 else {
      offset += 1
      return UInt64(first)
    }
    return try longNumber()
  }

  private mutating func longNumber() throws(SyntaxError) -> UInt64 {
    var value: UInt64 = 0
    for position in 0..<10 {
      guard offset < bytes.count else { throw .incomplete }
      let byte = bytes.byte(at: offset)
      offset += 1
      value |= UInt64(byte & 0x7F) << UInt64(7 * position)
      if byte < 0x80 { return value }
    }
    throw .malformed
  }

  /// Reads a zigzag-encoded number of a packed field.
  @inline(__always)
  mutating func signedNumber() throws(SyntaxError) -> Int64 { Int64(zigzag: try number()) }

  /// Reads the value of a number field.
  @inline(__always)
  mutating func value() throws(SyntaxError) -> UInt64 {
    guard wire == .number else { throw .malformed }
    return try number()
  }

  /// Reads the value of a text, message or packed field.
  @inline(__always)
  mutating func message() throws(SyntaxError) -> ByteView {
    guard wire == .bytes else { throw .malformed }
    return try take(try number())
  }

  /// Reads the bytes of one or more numbers of a list, packed or not.
  @inline(__always)
  mutating func run() throws(SyntaxError) -> ByteView {
    guard wire == .number else { return try message() }
    let start = offset
    _ = try number()
    return bytes.part(start..<offset)
  }

  @inline(__always)
  mutating func take(_ count: UInt64) throws(SyntaxError) -> ByteView {
    guard count <= UInt64(bytes.count - offset) else { throw .incomplete }
    let start = offset
    offset += Int(count)
    return bytes.part(start..<offset)
  }
}

/// The numbers of a list, which may be in several runs of a message.
struct NumberList: ~Copyable {
  private var first = ByteView.empty
  /// All runs, if there are several.
  private var joined = GrowableBuffer<UInt8>()

  mutating func removeAll() {
    first = .empty
    joined.removeAll()
  }

  @inline(__always)
  mutating func append(_ run: ByteView) {
    guard first.count > 0 else {
      first = run
      return
    }
    if joined.isEmpty { joined.append(first) }
    joined.append(run)
  }

  /// A reader of the numbers, valid until the list changes.
  @inline(__always)
  var reader: WireReader { WireReader(joined.isEmpty ? first : joined.window(0..<joined.count)) }
}
