/// A queue that gives the node with the least bound first (a binary heap).
struct NodeQueue: ~Copyable {
  /// A node that waits.
  struct Entry: BitwiseCopyable {
    /// The least distance key that a place below it can have.
    let bound: Float
    /// The node.
    let node: PendingNode
  }

  private var entries = GrowableBuffer<Entry>(capacity: 256)

  /// Adds a node.
  @inline(__always)
  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      let above = entries[parent]
      guard entry.bound < above.bound else { break }
      entries[child] = above
      child = parent
    }
    entries[child] = entry
  }

  /// Takes the nearest node; `nil` when none is left.
  @inline(__always)
  mutating func pop() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    let count = entries.count
    guard count > 0 else { return last }
    let first = entries[0]
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, entries[child + 1].bound < entries[child].bound { child += 1 }
      let below = entries[child]
      guard below.bound < last.bound else { break }
      entries[parent] = below
      parent = child
    }
    entries[parent] = last
    return first
  }

  /// Takes all nodes away.
  mutating func removeAll() { entries.removeAll() }
}
