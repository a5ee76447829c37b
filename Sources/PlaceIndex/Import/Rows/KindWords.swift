package import Domain

/// The kinds by the words that people type and those of a source of its own, for the steps of its paths.
package struct KindWords: Sendable {
  private let table: WordTable

  /// Makes a table.
  ///
  /// - Parameter names: What the source calls kinds.
  /// - Complexity: One pass over the table of categories.
  package init(_ names: [Service.KindName]) {
    var table = WordTable(.words, ofKindsOnly: true)
    table.add(names)
    self.table = table
  }

  /// Calls a closure with the kind of each step of a path that names one, such as `A > B > C`, the last first.
  ///
  /// - Complexity: A look-up for each step.
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
