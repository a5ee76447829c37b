import Domain
import Tables

/// Rows in lists within the elements of a list.
extension PlaceImporter {
  /// Whether the elements of an array that begins here are no rows and have lists of these.
  func hasLists(_ window: borrowing InputWindow) throws(IndexFileError) -> Bool {
    let path = CollectionPath(search: .wrapped, fields: worker.reader.vocabulary.fields)
    let cursor = JSONCursor(window.view, at: 0)
    return (try? path.hasRow(cursor)) == false && (try? path.hasLists(cursor)) == true
  }

  func readLists(_ isOfLists: Bool) {
    for worker in workers { worker.reader.readsLists = isOfLists }
  }
}
