public import Domain

extension PlaceIndex {
  /// Opens an index that is in memory already.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of an index file; they are copied.
  ///   - name: What to call the index in errors.
  /// - Throws: As ``init(contentsOf:)``.
  /// - Complexity: O(n) in the number of bytes, at the speed of copying memory.
  public init(bytes: [UInt8], name: String) throws(IndexFileError) {
    guard bytes.count >= IndexLayout.magic.count else { throw .notAnIndex(path: name) }
    let image: IndexImage
    do throws(SystemError) {
      image = try IndexImage(count: bytes.count)
    } catch {
      throw .outOfMemory(bytes: bytes.count)
    }
    ByteView.over(bytes) { image.copy($0, at: 0) }
    try self.init(image.sealed(), path: name)
  }
}
