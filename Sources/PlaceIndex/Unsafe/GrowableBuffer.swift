/// A growable buffer of plain values without reference counting or copy-on-write, for the inner loops of searches and
/// imports.
///
/// Safety: `base` points to memory for `capacity` elements; the first `count` are initialised. Every access
/// checks its index against `count`; only `grow`, `removeAll` and `deinit` release memory.
@safe
struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    unsafe base = Self.room(for: self.capacity)
  }

  deinit { unsafe LargeMemory.release(base, bytes: capacity * MemoryLayout<Element>.stride) }

  var isEmpty: Bool { count == 0 }

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

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(repeating element: Element, count added: Int) {
    while capacity - count < added { grow(to: capacity * 2) }
    unsafe (base + count).initialize(repeating: element, count: added)
    count += added
  }

  @inline(__always)
  mutating func fill(with element: Element) { unsafe base.update(repeating: element, count: count) }

  /// Appends bytes that are outside this buffer.
  mutating func append(_ bytes: ByteView) where Element == UInt8 {
    while capacity - count < bytes.count { grow(to: capacity * 2) }
    unsafe bytes.withBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.count
  }

  /// Appends the bytes that a closure writes, at most `added` of them.
  @inline(__always)
  mutating func append(atMost added: Int, _ write: (inout ByteWriter) -> Void) where Element == UInt8 {
    while capacity - count < added { grow(to: capacity * 2) }
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: base + count, count: added))
    write(&writer)
    count += writer.count
  }

  mutating func append(_ text: String) where Element == UInt8 { for byte in text.utf8 { append(byte) } }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe base[count]
  }

  mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Removes all elements; the memory is kept, unless it is very large.
  mutating func removeAll() {
    count = 0
    guard capacity > 1 << 20 else { return }
    unsafe LargeMemory.release(base, bytes: capacity * MemoryLayout<Element>.stride)
    capacity = 64
    unsafe base = Self.room(for: capacity)
  }

  mutating func sort(by areInOrder: (Element, Element) -> Bool) {
    guard count > Self.few else { return sortFew(by: areInOrder) }
    var all = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe all.sort(by: areInOrder)
  }

  /// The largest number of elements that insertion sort handles, without the temporary memory of a merge sort.
  private static var few: Int { 16 }

  @inline(__always)
  private mutating func sortFew(by areInOrder: (Element, Element) -> Bool) {
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
  func window(_ range: Range<Int>) -> ByteView where Element == UInt8 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(base: UnsafeRawPointer(base + range.lowerBound), count: range.count)
  }

  private static func room(for capacity: Int) -> UnsafeMutablePointer<Element> {
    let memory = unsafe LargeMemory.allocated(bytes: capacity * MemoryLayout<Element>.stride)
    return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
  }

  @inline(never)
  private mutating func grow(to newCapacity: Int) {
    let larger = unsafe Self.room(for: newCapacity)
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
  @inline(__always)
  mutating func pushToHeap(_ element: Element, by comesBefore: (Element, Element) -> Bool) {
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
  @inline(__always)
  mutating func popFromHeap(by comesBefore: (Element, Element) -> Bool) -> Element? {
    guard let last = popLast() else { return nil }
    guard count > 0 else { return last }
    let first = self[0]
    sink(last, from: 0, by: comesBefore)
    return first
  }

  @inline(__always)
  mutating func replaceFirstOfHeap(with element: Element, by comesBefore: (Element, Element) -> Bool) {
    precondition(count > 0)
    sink(element, from: 0, by: comesBefore)
  }

  mutating func makeHeap(by comesBefore: (Element, Element) -> Bool) {
    for index in stride(from: count / 2 - 1, through: 0, by: -1) { sink(self[index], from: index, by: comesBefore) }
  }

  @inline(__always)
  private mutating func sink(_ element: Element, from start: Int, by comesBefore: (Element, Element) -> Bool) {
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
