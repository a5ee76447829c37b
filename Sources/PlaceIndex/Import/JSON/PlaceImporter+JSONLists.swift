import Domain
import Tables

/// Reads rows in lists within the elements of a list.
extension PlaceImporter {
  /// Returns whether the elements of an array that begins here aren't rows but contain lists of rows.
  func hasLists(_ window: borrowing InputWindow) throws(IndexFileError) -> Bool {
    let path = CollectionPath(search: .wrapped, fields: worker.reader.vocabulary.fields)
    let cursor = JSONCursor(window.view, at: 0)
    return (try? path.hasRow(cursor)) == false && (try? path.hasLists(cursor)) == true
  }

  func readLists(_ isOfLists: Bool) {
    for worker in workers { worker.reader.readsLists = isOfLists }
  }
}
