public import Domain

extension PlaceIndexBuilder {
  /// Puts the places into an index in memory.
  ///
  /// - Parameter name: What to call the index in errors.
  /// - Returns: The index.
  /// - Throws: When there is not enough memory.
  /// - Complexity: O(n) in time and memory; about a second for three million places.
  public borrowing func makeIndex(name: String = "") throws(IndexFileError) -> PlaceIndex {
    try PlaceIndex(assemble(), path: name)
  }

  borrowing func assemble() throws(IndexFileError) -> IndexBytes {
    do throws(SystemError) {
      return try IndexAssembler.assemble(self)
    } catch {
      throw .outOfMemory(bytes: points.count * 100)
    }
  }
}
