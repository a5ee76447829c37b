import Domain
import System
import Tables

/// The state of the passes over an OpenStreetMap file.
struct ElementRun {
  let input: RandomAccessInput
  let selection: TagSelection
  let workers: [ElementWorker]
  var order: BlobOrder
  var ways: NeededIDs<OutlineExtent>?
  var nodes: NeededIDs<ElementPoint>?
  private var outlines: [Int: [ElementPoint]] = [:]
  var bytesDone = 0
  /// The number of places whose outline is incomplete.
  private(set) var partialCount = 0
  /// The size in bytes of the data for later passes, and its size at the last check of the available memory.
  private var waitingByteCount = 0
  private var checkedByteCount = 0
  private static let bytesBetweenChecks = 64 << 20
  private var neededWays: [IDList] = []
  private var neededNodes: [IDList] = []
  private var pendingWays: [PendingBlob] = []
  private var pendingRelations: [PendingBlob] = []

  init(_ input: RandomAccessInput, _ selection: TagSelection, _ workers: [ElementWorker], _ order: BlobOrder) {
    self.input = input
    self.selection = selection
    self.workers = workers
    self.order = order
  }

  func pass(for kinds: ElementKinds) -> ElementPass {
    ElementPass(input: input, selection: selection, kinds: kinds, ways: ways, nodes: nodes, outlines: outlines)
  }

  /// The progress, in bytes of the file.
  var bytesShown: Int {
    let total = order.byteCount
    return total == 0 ? 0 : Int(min(1, Double(bytesDone) / Double(total)) * Double(input.count))
  }

  /// Takes the result of a blob, except its rows.
  ///
  /// - Throws: An error if there isn't memory for twice the data.
  mutating func take(_ yield: BlobYield) throws(IndexFileError) {
    waitingByteCount += yield.pending.byteCount + (yield.neededWays.count + yield.neededNodes.count) * 16
    if waitingByteCount > checkedByteCount + Self.bytesBetweenChecks {
      guard ProcessLimits().hasMemory(for: waitingByteCount) else { throw .outOfMemory(bytes: waitingByteCount) }
      checkedByteCount = waitingByteCount
    }
    partialCount += yield.partialCount
    if yield.neededWays.count > 0 { neededWays.append(yield.neededWays) }
    if yield.neededNodes.count > 0 { neededNodes.append(yield.neededNodes) }
    if !yield.pending.ways.isEmpty || !yield.pending.ground.isEmpty { pendingWays.append(yield.pending) }
    if !yield.pending.relations.isEmpty || !yield.pending.areas.isEmpty { pendingRelations.append(yield.pending) }
    outlines.merge(yield.outlines) { first, _ in first }
    for index in 0..<yield.points.count { nodes?[yield.points[index].slot] = yield.points[index].point }
    for index in 0..<yield.extents.count { ways?[yield.extents[index].slot] = yield.extents[index].extent }
  }

  mutating func takeNeededWays() -> [IDList] { Self.taken(&neededWays) }
  mutating func takeNeededNodes() -> [IDList] { Self.taken(&neededNodes) }
  mutating func takePendingWays() -> [PendingBlob] { Self.taken(&pendingWays) }
  mutating func takePendingRelations() -> [PendingBlob] { Self.taken(&pendingRelations) }

  private static func taken<Element>(_ list: inout [Element]) -> [Element] {
    let all = list
    list = []
    return all
  }
}
