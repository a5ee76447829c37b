import Tables

/// The packed attributes of a place, in rows during a build and in results: sorted by key in byte order, key and value
/// each with a zero byte at the end.
enum PackedAttributes {
  /// Calls a closure with each key, and with the packed pair of the key and its value, without the last zero byte.
  @inline(__always)
  static func forEach(in packed: ByteView, _ body: (_ key: ByteView, _ pair: ByteView) -> Void) {
    var start = 0
    while start < packed.count, let keyEnd = packed.firstIndex(of: 0, from: start), keyEnd + 1 <= packed.count,
      let end = packed.firstIndex(of: 0, from: keyEnd + 1)
    {
      body(packed.part(start..<keyEnd), packed.part(start..<end))
      start = end + 1
    }
  }

  /// Merges the attributes of two descriptions of a place; the first wins if both have a key.
  static func merged(_ first: ByteView, _ second: ByteView) -> [UInt8] {
    guard second.count > 0 else { return first.array }
    guard first.count > 0 else { return second.array }
    var pairs: [(key: ByteView, pair: ByteView)] = []
    forEach(in: first) { key, pair in pairs.append((key, pair)) }
    let own = pairs
    forEach(in: second) { key, pair in
      if !own.contains(where: { $0.key.equals(key) }) { pairs.append((key, pair)) }
    }
    pairs.sort { $0.key.precedes($1.key) }
    return pairs.flatMap { $0.pair.array + [0] }
  }
}
