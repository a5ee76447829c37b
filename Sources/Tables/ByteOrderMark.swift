/// The mark U+FEFF, which may precede a text of UTF-8 and belongs to none.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}
