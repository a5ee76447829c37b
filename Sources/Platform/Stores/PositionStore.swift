import Domain

/// Positions by name, in one file.
struct PositionStore: KeepPositionsUseCase {
  /// The members of a record that this program writes.
  private static let members: Set<String> = ["name", "at", "near", "default"]

  private let file: RecordFile
  private let log: StoreErrorLog

  /// Makes a store; nothing is opened.
  ///
  /// - Parameters:
  ///   - directory: The directory of the file.
  ///   - log: Notes how many lines were skipped.
  init(directory: StoreDirectory, log: StoreErrorLog) {
    file = RecordFile(directory: directory, name: "positions", isSynced: true)
    self.log = log
  }

  func positions() throws(StoreError) -> NamedPositions {
    // Without a directory there are no positions, which is not an error.
    guard file.directory.path != nil else { return NamedPositions() }
    return positions(in: try file.lines())
  }

  @discardableResult
  func update(_ change: (inout NamedPositions) -> Void) throws(StoreError) -> NamedPositions {
    var result = NamedPositions()
    try file.update { lines in
      let before = positions(in: lines)
      var changed = before
      change(&changed)
      result = NamedPositions(
        positions: changed.positions.sorted { $0.name < $1.name },
        defaultName: changed.defaultName
      )
      guard result != before else { return false }
      lines.removeAll { line in Self.position(line).map { result[$0.name] == nil } ?? false }
      for position in result.positions {
        let isDefault = position.name == result.defaultName
        let isSame = before[position.name] == position && (position.name == before.defaultName) == isDefault
        guard !isSame else { continue }
        Self.put(position, isDefault: isDefault, into: &lines)
      }
      return true
    }
    return result
  }

  private static func put(_ position: NamedPosition, isDefault: Bool, into lines: inout [StoredLine]) {
    let record = JSONTree.members([
      "name": .text(position.name), "at": .coordinate(position.coordinate), "near": position.near.map(JSONTree.text),
      "default": isDefault ? .bool(true) : nil,
    ])
    let earlier = lines.indices.filter { Self.position(lines[$0])?.name == position.name }
    guard let last = earlier.last else { return lines.append(StoredLine(record)) }
    lines[last] = StoredLine(record, inPlaceOf: lines[last], known: members)
    // When a name was added twice by hand, the last one counts.
    for index in earlier.dropLast().reversed() { lines.remove(at: index) }
  }

  private func positions(in lines: [StoredLine]) -> NamedPositions {
    if let error = file.passedOver(lines, isReadable: { Self.position($0) != nil }) { log.note(error) }
    var positions: [NamedPosition] = []
    var defaultName: String?
    for line in lines {
      guard let position = Self.position(line) else { continue }
      positions.removeAll { $0.name == position.name }
      positions.append(position)
      if line.record?["default"]?.isTrue == true { defaultName = position.name }
    }
    return NamedPositions(positions: positions.sorted { $0.name < $1.name }, defaultName: defaultName)
  }

  private static func position(_ line: StoredLine) -> NamedPosition? { line.record.flatMap(position) }

  private static func position(_ record: JSONTree) -> NamedPosition? {
    guard let name = record["name"]?.string, let coordinate = record["at"]?.coordinate else { return nil }
    return NamedPosition(name: name, coordinate: coordinate, near: record["near"]?.string)
  }
}
