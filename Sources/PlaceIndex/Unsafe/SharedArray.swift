#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A list of plain values of a fixed length that threads fill side by side.
///
/// Safety: `base` points at `count` initialised elements for as long as this object lives; every access checks its index
/// against `count`. Threads write to ranges of their own and read what others wrote only after those were joined, which
/// the caller guarantees; a mistake there would give wrong numbers, never an access outside.
@safe
final class SharedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // See above.
  private let base: UnsafeMutablePointer<Element>
  /// How many elements there are.
  let count: Int

  /// Makes a list of equal elements.
  init(repeating element: Element, count: Int) {
    self.count = count
    let memory = unsafe HugePages.allocated(bytes: max(1, count) * MemoryLayout<Element>.stride)
    unsafe base = memory.bindMemory(to: Element.self, capacity: max(1, count))
    unsafe base.initialize(repeating: element, count: count)
  }

  deinit { unsafe free(base) }

  /// Reads or changes an element.
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
}

extension Range<Int> {
  /// The range in even parts, as many as there are threads to share them.
  func parts(_ count: Int) -> [Range<Int>] {
    (0..<count).map { lowerBound + self.count * $0 / count..<lowerBound + self.count * ($0 + 1) / count }
  }
}
