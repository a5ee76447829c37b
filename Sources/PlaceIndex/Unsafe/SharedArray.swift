import Tables

/// A fixed-length array of plain values that threads fill in parallel.
///
/// Safety: `base` points to `count` initialised elements for the life of this object.
///
/// Every access checks its index against `count`. The caller guarantees that threads write to separate ranges and read
/// other threads' elements only after joining them. A violation would give wrong numbers, but no access out of bounds.
@safe
final class SharedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // See above.
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    self.count = count
    let byteCount = max(1, count) * MemoryLayout<Element>.stride
    let memory = unsafe LargeMemory.allocated(bytes: byteCount)
    unsafe base = memory.bindMemory(to: Element.self, capacity: max(1, count))
    // Untouched memory gets its pages from the threads that write to it.
    let isZero = unsafe withUnsafeBytes(of: element) { unsafe $0.allSatisfy { $0 == 0 } }
    guard !isZero || !LargeMemory.isZero(bytes: byteCount) else { return }
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
  /// Returns the first number that satisfies a condition, or the end if none does.
  ///
  /// If a number satisfies the condition, all greater numbers must satisfy it too.
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

  /// Splits the range into parts of about the same size.
  func parts(_ count: Int) -> [Range<Int>] {
    (0..<count).map { lowerBound + self.count * $0 / count..<lowerBound + self.count * ($0 + 1) / count }
  }
}
