import Domain
import System
import Tables

/// The sorted, distinct ids of the parts of other elements, with a value for each id.
///
/// A node takes 16 bytes: its id and its coordinate.
final class NeededIDs<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {  // Only one thread writes.
  private let ids: SharedArray<Int64>
  private let values: SharedArray<Value>
  let count: Int

  /// Sorts ids and removes repetitions.
  init(_ parts: consuming [IDList], absent: Value) throws(IndexFileError) {
    let total = parts.reduce(0) { $0 + $1.count }
    let need = total * (MemoryLayout<Int64>.stride + MemoryLayout<Value>.stride)
    guard total < Int(Int32.max), total == 0 || ProcessLimits().hasMemory(for: need) else {
      throw .outOfMemory(bytes: need)
    }
    let ids = SharedArray<Int64>(repeating: 0, count: total)
    var end = 0
    while let part = parts.popLast() {
      part.forEach { id in
        ids[end] = id
        end += 1
      }
    }
    var least = Int64.max
    var greatest = Int64.min
    for index in 0..<total {
      least = min(least, ids[index])
      greatest = max(greatest, ids[index])
    }
    let span = total == 0 ? 0 : UInt64(bitPattern: greatest &- least)
    ids.radixSort(0..<total, bits: UInt64.bitWidth - span.leadingZeroBitCount) { UInt64(bitPattern: $0 &- least) }
    var unique = 0
    for index in 0..<total where index == 0 || ids[index] != ids[unique - 1] {
      ids[unique] = ids[index]
      unique += 1
    }
    self.ids = ids
    count = unique
    values = SharedArray(repeating: absent, count: unique)
  }

  subscript(slot: Int) -> Value {
    get { values[slot] }
    set { values[slot] = newValue }
  }

  /// Finds ids; fast if they are in ascending order.
  struct Finder {
    private let ids: SharedArray<Int64>
    private let count: Int
    /// The index of the first id that is at least the last id looked up.
    private var cursor = 0

    init(_ needed: NeededIDs) {
      ids = needed.ids
      count = needed.count
    }

    /// Returns the index of an id; `nil` if it isn't needed.
    @inline(__always)
    mutating func slot(of id: Int64) -> Int? {
      if cursor < count, ids[cursor] < id { cursor += 1 }
      let isNext = (cursor == count || ids[cursor] >= id) && (cursor == 0 || ids[cursor - 1] < id)
      if !isNext { move(to: id) }
      return cursor < count && ids[cursor] == id ? cursor : nil
    }

    private mutating func move(to id: Int64) {
      // Steps double, because the next id is mostly near.
      var step = 1
      var low = cursor
      var high = cursor
      if cursor < count, ids[cursor] < id {
        low += 1
        while low + step < count, ids[low + step] < id {
          low += step
          step *= 2
        }
        high = min(count, low + step + 1)
      } else {
        while high >= step, ids[high - step] >= id {
          high -= step
          step *= 2
        }
        low = max(0, high - step)
      }
      cursor = (low..<high).partitioningIndex { ids[$0] >= id }
    }
  }

  var finder: Finder { Finder(self) }
}

/// The ids that a blob adds to the needed ids.
final class IDList {
  private var ids = GrowableBuffer<Int64>(capacity: 16)
  var count: Int { ids.count }

  func append(_ id: Int64) { ids.append(id) }

  /// Appends ids with one checked access to the list.
  func append<Failure: Error>(_ body: (inout GrowableBuffer<Int64>) throws(Failure) -> Void) throws(Failure) {
    try body(&ids)
  }

  func forEach(_ body: (Int64) -> Void) {
    for index in 0..<ids.count { body(ids[index]) }
  }
}
