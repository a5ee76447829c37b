import Tables

/// The packed attributes of a place, in rows during a build and in results: sorted by key in byte order, key and value
/// each with a zero byte at the end.
enum PackedAttributes {
  /// Calls a closure with each key, its value, and the packed pair without its last zero byte.
  @inline(__always)
  static func forEach(in packed: ByteView, _ body: (_ key: ByteView, _ value: ByteView, _ pair: ByteView) -> Void) {
    var start = 0
    while start < packed.count, let keyEnd = packed.firstIndex(of: 0, from: start), keyEnd + 1 <= packed.count,
      let end = packed.firstIndex(of: 0, from: keyEnd + 1)
    {
      body(packed.part(start..<keyEnd), packed.part(keyEnd + 1..<end), packed.part(start..<end))
      start = end + 1
    }
  }

  /// Merges the attributes of two descriptions of a place; the first wins if both have a key.
  static func merged(_ first: ByteView, _ second: ByteView) -> [UInt8] {
    guard second.count > 0 else { return first.array }
    guard first.count > 0 else { return second.array }
    var pairs: [(key: ByteView, pair: ByteView)] = []
    forEach(in: first) { key, _, pair in pairs.append((key, pair)) }
    let own = pairs
    forEach(in: second) { key, _, pair in
      if !own.contains(where: { $0.key.equals(key) }) { pairs.append((key, pair)) }
    }
    pairs.sort { $0.key.precedes($1.key) }
    return pairs.flatMap { $0.pair.array + [0] }
  }
}
