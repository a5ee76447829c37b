package import Domain
import Tables

/// Finds kinds by the words that users type and a source's own words, for the steps of category paths.
package struct KindWords: Sendable {
  private let table: WordTable

  /// Makes a table.
  ///
  /// - Parameter names: The source's names of kinds.
  /// - Complexity: One pass over the category table.
  package init(_ names: [Service.KindName]) {
    var table = WordTable(.words, ofKindsOnly: true)
    table.add(names)
    self.table = table
  }

  /// Calls a closure with the kinds that the steps of a path `A > B > C` name, last step first.
  ///
  /// - Complexity: One lookup per step.
  package func forEachKind(ofPath path: String, _ body: (Kind) -> Void) {
    ByteView.over(Array(path.utf8)) { path in
      path.forEachStep { step in
        if let row = table.value(of: step), case .kind(let kind)? = CategoryTable.standard.rows[Int(row)].category {
          body(kind)
        }
        return false
      }
    }
  }
}
