import Domain

/// Positions by name, in one file.
struct PositionStore: KeepPositionsUseCase {
  private let file: RecordFile

  /// Names the file; nothing is opened.
  init(directory: StoreDirectory) { file = RecordFile(directory: directory, name: "positions", isSynced: true) }

  func positions() throws(StoreError) -> NamedPositions {
    // Without a home there are no positions, which is no failure to read them.
    guard file.directory.path != nil else { return NamedPositions() }
    return Self.positions(try file.records())
  }

  @discardableResult
  func update(_ change: (inout NamedPositions) -> Void) throws(StoreError) -> NamedPositions {
    var result = NamedPositions()
    try file.update { records in
      let before = Self.positions(records)
      var positions = before
      change(&positions)
      result = NamedPositions(
        positions: positions.positions.sorted { $0.name < $1.name },
        defaultName: positions.defaultName
      )
      guard result != before else { return false }
      records = result.positions.map { position in
        .members([
          "name": .text(position.name), "at": .coordinate(position.coordinate),
          "near": position.near.map(JSONTree.text),
          "default": position.name == result.defaultName ? .bool(true) : nil,
        ])
      }
      return true
    }
    return result
  }

  private static func positions(_ records: [JSONTree]) -> NamedPositions {
    var positions = NamedPositions()
    var defaultName: String?
    for record in records {
      guard let name = record["name"]?.string, let coordinate = record["at"]?.coordinate,
        let position = NamedPosition(name: name, coordinate: coordinate, near: record["near"]?.string)
      else { continue }
      positions.positions.removeAll { $0.name == name }
      positions.positions.append(position)
      if record["default"]?.isTrue == true { defaultName = name }
    }
    return NamedPositions(positions: positions.positions, defaultName: defaultName)
  }
}
