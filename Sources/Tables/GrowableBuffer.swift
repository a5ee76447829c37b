/// A growable buffer of plain values without reference counting or copy-on-write, for the inner loops of searches and
/// imports.
///
/// Safety: `base` points to memory for `capacity` elements; the first `count` are initialised. Every access
/// checks its index against `count`; only `grow`, `removeAll` and `deinit` release memory.
@safe
public struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var filled = 0

  @inlinable
  public var count: Int { filled }

  @inlinable
  public init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    unsafe base = Self.memory(for: self.capacity)
  }

  @inlinable
  deinit { unsafe LargeMemory.release(base, bytes: capacity * MemoryLayout<Element>.stride) }

  @inlinable
  public var isEmpty: Bool { count == 0 }

  public subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    @inlinable @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  @inlinable @inline(__always)
  public mutating func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    unsafe (base + count).initialize(to: element)
    filled += 1
  }

  @inlinable
  public mutating func append(repeating element: Element, count added: Int) {
    while capacity - count < added { grow(to: capacity * 2) }
    unsafe (base + count).initialize(repeating: element, count: added)
    filled += added
  }

  @inlinable @inline(__always)
  public mutating func fill(with element: Element) { unsafe base.update(repeating: element, count: count) }

  /// Appends bytes that are outside this buffer.
  @inlinable
  public mutating func append(_ bytes: ByteView) where Element == UInt8 {
    while capacity - count < bytes.count { grow(to: capacity * 2) }
    unsafe bytes.withBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: source.count)
    }
    filled += bytes.count
  }

  /// Appends the bytes that a closure writes, at most `added` of them.
  @inlinable @inline(__always)
  public mutating func append(atMost added: Int, _ write: (inout ByteWriter) -> Void) where Element == UInt8 {
    while capacity - count < added { grow(to: capacity * 2) }
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: base + count, count: added))
    write(&writer)
    filled += writer.count
  }

  @inlinable
  public mutating func append(_ text: String) where Element == UInt8 { for byte in text.utf8 { append(byte) } }

  @inlinable @inline(__always)
  public mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    filled -= 1
    return unsafe base[count]
  }

  @inlinable
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    filled = newCount
  }

  /// Removes all elements; the memory is kept, unless it is very large.
  @inlinable
  public mutating func removeAll() {
    filled = 0
    guard capacity > 1 << 20 else { return }
    unsafe LargeMemory.release(base, bytes: capacity * MemoryLayout<Element>.stride)
    capacity = 64
    unsafe base = Self.memory(for: capacity)
  }

  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) -> Bool) {
    guard count > Self.few else { return sortFew(by: areInOrder) }
    var all = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe all.sort(by: areInOrder)
  }

  /// The largest number of elements that insertion sort handles, without the temporary memory of a merge sort.
  @inlinable
  static var few: Int { 16 }

  @inlinable @inline(__always)
  mutating func sortFew(by areInOrder: (Element, Element) -> Bool) {
    var end = 1
    while end < count {
      let element = self[end]
      var at = end
      while at > 0, areInOrder(element, self[at - 1]) {
        self[at] = self[at - 1]
        at -= 1
      }
      self[at] = element
      end += 1
    }
  }

  /// Returns a view of a range of bytes, valid until the buffer grows or is destroyed.
  @inlinable
  public func window(_ range: Range<Int>) -> ByteView where Element == UInt8 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(base: UnsafeRawPointer(base + range.lowerBound), count: range.count)
  }

  @inlinable
  static func memory(for capacity: Int) -> UnsafeMutablePointer<Element> {
    let memory = unsafe LargeMemory.allocated(bytes: capacity * MemoryLayout<Element>.stride)
    return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
  }

  @inlinable @inline(never)
  mutating func grow(to newCapacity: Int) {
    let larger = unsafe Self.memory(for: newCapacity)
    unsafe larger.initialize(from: base, count: count)
    unsafe LargeMemory.release(base, bytes: capacity * MemoryLayout<Element>.stride)
    unsafe base = larger
    capacity = newCapacity
  }
}

/// A binary heap (J. Williams, "Algorithm 232: Heapsort", 1964), like C++'s `push_heap`.
///
/// The first element precedes all other elements. A change costs O(log n), and making a heap O(n).
extension GrowableBuffer {
  @inlinable @inline(__always)
  public mutating func pushToHeap(_ element: Element, by comesBefore: (Element, Element) -> Bool) {
    append(element)
    var child = count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard comesBefore(element, self[parent]) else { break }
      self[child] = self[parent]
      child = parent
    }
    self[child] = element
  }

  /// Removes and returns the first element of a heap; `nil` if the heap is empty.
  @inlinable @inline(__always)
  public mutating func popFromHeap(by comesBefore: (Element, Element) -> Bool) -> Element? {
    guard let last = popLast() else { return nil }
    guard count > 0 else { return last }
    let first = self[0]
    sink(last, from: 0, by: comesBefore)
    return first
  }

  @inlinable @inline(__always)
  public mutating func replaceFirstOfHeap(with element: Element, by comesBefore: (Element, Element) -> Bool) {
    precondition(count > 0)
    sink(element, from: 0, by: comesBefore)
  }

  @inlinable
  public mutating func makeHeap(by comesBefore: (Element, Element) -> Bool) {
    for index in stride(from: count / 2 - 1, through: 0, by: -1) { sink(self[index], from: index, by: comesBefore) }
  }

  @inlinable @inline(__always)
  mutating func sink(_ element: Element, from start: Int, by comesBefore: (Element, Element) -> Bool) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, comesBefore(self[child + 1], self[child]) { child += 1 }
      guard comesBefore(self[child], element) else { break }
      self[parent] = self[child]
      parent = child
    }
    self[parent] = element
  }
}
