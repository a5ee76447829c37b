/// The mark U+FEFF, which may precede UTF-8 text but isn't part of it.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}
