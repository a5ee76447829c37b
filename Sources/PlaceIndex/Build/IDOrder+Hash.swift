import Tables

extension IDOrder {
  /// Returns the hash of an id without the suffix that distinguishes places with the same id.
  static func hash(_ id: ByteView) -> UInt64 { ByteHash.stable.hash(unmarked(id)) }

  /// Returns an id without its suffix.
  static func unmarked(_ id: ByteView) -> ByteView {
    let mark = id.count > 1 ? id.firstIndex(of: UInt8(ascii: "~"), from: 1) : nil
    return id.part(0..<(mark ?? id.count))
  }
}
