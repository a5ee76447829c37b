extension Listing {
  /// Keeps only the columns with these keys, in this order.
  func picking(_ keys: [String]) throws(Failure) -> Listing {
    let known = columns.map(\.key)
    let indices = try keys.map { (key) throws(Failure) in
      if let index = known.firstIndex(of: key.lowercased()) { return index }
      throw .unknownWord(.listFields, key, nearest: NearestWord.of(key, among: known), known: known)
    }
    var picked = self
    picked.columns = indices.map { index in
      var column = columns[index]
      column.heading = column.heading ?? column.key
      column.isLeftOutWhenUniform = false
      return column
    }
    picked.records = records.map { record in indices.map { record[$0] } }
    (picked.cells, picked.text) = (nil, nil)
    return picked
  }
}
