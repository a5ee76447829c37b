import Domain
import Rows
import Tables

/// Reads nodes: a place becomes a row at once; a node that other elements need gets its coordinate recorded.
extension ElementReader {
  typealias NodeFinder = NeededIDs<ElementPoint>.Finder

  mutating func readNode(
    _ message: ByteView,
    pass: ElementPass,
    finder: inout NodeFinder?,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    keys.removeAll()
    values.removeAll()
    var id: Int64 = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    var isVisible = true
    var reader = WireReader(message)
    while try reader.next() {
      switch reader.field {
      case 1: id = Int64(zigzag: try reader.value())
      case 2: keys.append(try reader.run())
      case 3: values.append(try reader.run())
      case 4: isVisible = try Self.isVisible(try reader.message())
      case 8: latitude = Int64(zigzag: try reader.value())
      case 9: longitude = Int64(zigzag: try reader.value())
      default: try reader.skip()
      }
    }
    let isPlace = try takeTags(pass.selection, rows.vocabulary)
    guard isVisible else { return }
    let point = block.point(latitude, longitude)
    if let slot = finder?.slot(of: id) { yield.points.append(BlobYield.Point(slot: slot, point: point)) }
    if isPlace { rows.readElement("node", id: id, tags: tags, at: point.degrees, label: &label) }
  }

  mutating func readDense(
    _ message: ByteView,
    pass: ElementPass,
    finder: inout NodeFinder?,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    members.removeAll()
    latitudes.removeAll()
    longitudes.removeAll()
    keys.removeAll()
    visible.removeAll()
    var reader = WireReader(message)
    while try reader.next() {
      switch reader.field {
      case 1: members.append(try reader.run())
      case 5: try takeVisible(try reader.message())
      case 8: latitudes.append(try reader.run())
      case 9: longitudes.append(try reader.run())
      case 10: keys.append(try reader.run())
      default: try reader.skip()
      }
    }
    try readDenseNodes(pass, finder: &finder, into: yield, rows: &rows)
  }

  private mutating func takeVisible(_ information: ByteView) throws(SyntaxError) {
    var reader = WireReader(information)
    while try reader.next() {
      if reader.field == 6 { visible.append(try reader.run()) } else { try reader.skip() }
    }
  }

  private mutating func readDenseNodes(
    _ pass: ElementPass,
    finder: inout NodeFinder?,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    var ids = members.reader
    var latitudeReader = latitudes.reader
    var longitudeReader = longitudes.reader
    var pairs = keys.reader
    var marks = visible.reader
    let hasPairs = !pairs.isAtEnd
    let hasMarks = !marks.isAtEnd
    var id: Int64 = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    while !ids.isAtEnd {
      guard !latitudeReader.isAtEnd, !longitudeReader.isAtEnd else { throw .malformed }
      id = id &+ (try ids.signedNumber())
      latitude = latitude &+ (try latitudeReader.signedNumber())
      longitude = longitude &+ (try longitudeReader.signedNumber())
      let isPlace = hasPairs ? try takePairs(&pairs, selection: pass.selection, vocabulary: rows.vocabulary) : false
      if hasMarks, try marks.number() == 0 { continue }
      let slot = finder?.slot(of: id)
      guard isPlace || slot != nil else { continue }
      let point = block.point(latitude, longitude)
      if let slot { yield.points.append(BlobYield.Point(slot: slot, point: point)) }
      if isPlace { rows.readElement("node", id: id, tags: tags, at: point.degrees, label: &label) }
    }
    guard latitudeReader.isAtEnd, longitudeReader.isAtEnd, pairs.isAtEnd, marks.isAtEnd else { throw .malformed }
  }

  /// Reads the tags of the next node, up to a zero; returns whether they describe a place.
  @inline(__always)
  private mutating func takePairs(
    _ pairs: inout WireReader,
    selection: TagSelection,
    vocabulary: ImportVocabulary
  ) throws(SyntaxError) -> Bool {
    var again = pairs
    var best = TagSelection.Verdict.isNone
    while true {
      guard !pairs.isAtEnd else { throw .malformed }
      let key = try pairs.number()
      guard key != 0 else { break }
      guard !pairs.isAtEnd else { throw .malformed }
      let value = try pairs.number()
      guard block.hasKeys else { continue }
      let verdict = try block.verdict(key, value: value, selection: selection, vocabulary: vocabulary)
      if verdict == .isPlace || best != .isPlace && verdict == .isStation { best = verdict }
    }
    guard best != .isNone else { return false }
    tags.removeAll()
    while true {
      let key = try again.number()
      guard key != 0 else { break }
      try takeTag(key, try again.number())
    }
    return best == .isPlace || isOfMetro
  }
}
