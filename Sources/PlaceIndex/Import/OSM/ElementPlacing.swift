import Domain
import Tables

/// Places the held ways and relations, once the coordinates of their nodes are known.
extension ElementReader {
  /// Places the ways of a blob, and yields the extents of the ways that relations need.
  mutating func placeWays(
    _ pending: borrowing PendingElements,
    pass: ElementPass,
    into yield: BlobYield,
    rows: inout RowReader
  ) {
    do throws(SyntaxError) {
      var nodes = pass.nodes?.finder
      var ways = pass.ways?.finder
      var reader = pending.reader
      while try reader.next(&tags) {
        let slot = ways?.slot(of: reader.id)
        var points: [ElementPoint] = []
        let isOutline = slot != nil && pass.selection.hasGround
        let extent = try Self.extentOfNodes(&reader, pass: pass, finder: &nodes) { if isOutline { points.append($0) } }
        if let slot {
          yield.extents.append(BlobYield.Extent(slot: slot, extent: extent))
          if isOutline { yield.outlines[slot] = points }
        }
        if tags.count > 0 {
          rows.readElement("way", id: reader.id, tags: tags, at: extent, label: &label, yield: yield)
        }
      }
    } catch { yield.failure = pass.input.damaged(error, at: 0) }
    yield.rows = rows.drainRows()
  }

  /// Makes the ground of a blob's ways.
  mutating func placeGround(_ pending: borrowing PendingElements, pass: ElementPass, into yield: BlobYield) {
    do throws(SyntaxError) {
      guard let nodes = pass.nodes else { return }
      var finder = nodes.finder
      var reader = pending.reader
      var points: [ElementPoint] = []
      // A local value, because each access to a variable of a class is checked.
      var pieces: [GroundCollector.Piece] = []
      pieces.reserveCapacity(pending.count)
      while let ground = try reader.nextGround() {
        points.removeAll(keepingCapacity: true)
        var last: Int64 = 0
        for _ in 0..<(try reader.idCount()) {
          let slot = finder.slot(of: try reader.nextID(after: &last))
          points.append(slot.map { nodes[$0] } ?? .absent)
        }
        GroundPieces.append(ground.kind, name: ground.name.array, points: points, to: &pieces)
      }
      yield.ground = pieces
    } catch { yield.failure = pass.input.damaged(error, at: 0) }
  }

  /// Places the relations of a blob.
  mutating func placeRelations(
    _ pending: borrowing PendingElements,
    pass: ElementPass,
    into yield: BlobYield,
    rows: inout RowReader
  ) {
    do throws(SyntaxError) {
      var nodes = pass.nodes?.finder
      var ways = pass.ways?.finder
      var reader = pending.reader
      while try reader.next(&tags) {
        var extent = try Self.extentOfNodes(&reader, pass: pass, finder: &nodes)
        var last: Int64 = 0
        for _ in 0..<(try reader.idCount()) {
          let slot = ways?.slot(of: try reader.nextID(after: &last))
          let part = slot.flatMap { pass.ways?[$0] } ?? OutlineExtent()
          if part.isEmpty { extent.isPartial = true }
          extent.include(part)
        }
        rows.readElement("relation", id: reader.id, tags: tags, at: extent, label: &label, yield: yield)
      }
    } catch { yield.failure = pass.input.damaged(error, at: 0) }
    yield.rows = rows.drainRows()
  }

  /// Returns the extent of the nodes of a held element.
  private static func extentOfNodes(
    _ reader: inout PendingElementReader,
    pass: ElementPass,
    finder: inout NodeFinder?,
    _ body: (ElementPoint) -> Void = { _ in }
  ) throws(SyntaxError) -> OutlineExtent {
    var extent = OutlineExtent()
    var last: Int64 = 0
    for _ in 0..<(try reader.idCount()) {
      let id = try reader.nextID(after: &last)
      let point = finder?.slot(of: id).flatMap { pass.nodes?[$0] } ?? .absent
      extent.include(point)
      body(point)
    }
    return extent
  }
}
