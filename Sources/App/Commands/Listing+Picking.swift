extension Listing {
  /// Keeps only the columns with these keys, in this order.
  func picking(_ keys: [String]) throws(Failure) -> Listing {
    let known = columns.map(\.key)
    let positions = try keys.map { (key) throws(Failure) in
      if let position = known.firstIndex(of: key.lowercased()) { return position }
      throw .unknownWord(.listFields, key, nearest: NearestWord.of(key, among: known), known: known)
    }
    var picked = self
    picked.columns = positions.map { position in
      var column = columns[position]
      column.heading = column.heading ?? column.key
      column.isLeftOutWhenUniform = false
      return column
    }
    picked.records = records.map { record in positions.map { record[$0] } }
    (picked.cells, picked.text) = (nil, nil)
    return picked
  }
}
