/// A fixed-length array of plain values that threads fill in parallel.
///
/// Safety: `base` points at `count` initialised elements for as long as this object lives; every access checks its
/// index against `count`. The caller guarantees that threads write to separate ranges, and read what others wrote
/// only after joining them; a violation would give wrong numbers, but no access out of bounds.
@safe
final class SharedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // See above.
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    self.count = count
    let memory = unsafe LargeMemory.allocated(bytes: max(1, count) * MemoryLayout<Element>.stride)
    unsafe base = memory.bindMemory(to: Element.self, capacity: max(1, count))
    unsafe base.initialize(repeating: element, count: count)
  }

  deinit { unsafe LargeMemory.release(base, bytes: max(1, count) * MemoryLayout<Element>.stride) }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  func sort(_ range: Range<Int>, by areInOrder: (Element, Element) -> Bool) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var part = unsafe UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count)
    unsafe part.sort(by: areInOrder)
  }
}

extension Range<Int> {
  /// The first number that satisfies a condition, which all after it satisfy too; the end if none does.
  ///
  /// - Complexity: O(log n).
  @inline(__always)
  func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Splits the range into a number of parts of about the same size.
  func parts(_ count: Int) -> [Range<Int>] {
    (0..<count).map { lowerBound + self.count * $0 / count..<lowerBound + self.count * ($0 + 1) / count }
  }
}
