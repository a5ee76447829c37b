import Domain
import Rows
import Tables

/// Reads rows in lists within the elements of a list.
extension PlaceImporter {
  /// Returns whether the elements of an array that begins here aren't rows but contain lists of rows.
  func hasLists(_ window: borrowing InputWindow) -> Bool {
    let path = CollectionPath(search: .wrapped, fields: worker.reader.vocabulary.fields)
    return path.isOfLists(JSONViewCursor(window.view, at: 0))
  }

  func readLists(_ isOfLists: Bool) {
    for worker in workers { worker.reader.readsLists = isOfLists }
  }
}
