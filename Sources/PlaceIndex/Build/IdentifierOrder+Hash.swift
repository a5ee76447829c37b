extension IdentifierOrder {
  /// A hash of an id without its mark, which makes another id of one that several places have.
  static func hash(_ id: ByteView) -> UInt64 { ByteHash.stable.hash(unmarked(id)) }

  /// An id without its mark.
  static func unmarked(_ id: ByteView) -> ByteView {
    let mark = id.count > 1 ? id.firstIndex(of: UInt8(ascii: "~"), from: 1) : nil
    return id.part(0..<(mark ?? id.count))
  }
}
