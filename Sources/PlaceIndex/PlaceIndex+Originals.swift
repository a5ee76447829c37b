import Domain

extension PlaceIndex {
  /// What places were in their inputs that are something else in the whole, by their positions.
  var originals: [(position: UInt32, places: [OriginalPlace])] {
    get throws(IndexFileError) {
      guard let all = OriginalPlace.all(in: content.bytes.view.part(content.header[.originals])) else {
        throw .damaged(path: path, part: IndexSection.originals.name)
      }
      return all
    }
  }
}
