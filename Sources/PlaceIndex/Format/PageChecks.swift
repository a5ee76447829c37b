import Synchronization

/// Which pages of a file were compared with their checksums: each when a query of this process first reads of it.
///
/// Safety: `words` points at `wordCount` initialised atomics, and `failed` at one, while this object lives.
@safe
final class PageChecks: @unchecked Sendable {  // The pointers never change, and what they point at is atomic.
  fileprivate let words: UnsafeMutablePointer<Atomic<UInt64>>
  fileprivate let wordCount: Int
  fileprivate let failed: UnsafeMutablePointer<Atomic<Int>>
  private let pages: Range<Int>
  private let view: ByteView
  private let sums: ByteView

  init(_ header: IndexHeader, of view: ByteView) {
    self.view = view
    pages = header.pages
    sums = view.part(header[.sums])
    wordCount = (view.count / IndexLayout.pageBytes + 64) / 64
    unsafe words = .allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe failed = .allocate(capacity: 1)
    unsafe failed.initialize(to: Atomic(0))
  }

  deinit {
    unsafe words.deinitialize(count: wordCount)
    unsafe words.deallocate()
    unsafe failed.deinitialize(count: 1)
    unsafe failed.deallocate()
  }

  /// Compares the pages that are read.
  var checker: PageChecker { unsafe PageChecker(words: words, wordCount: wordCount, failed: failed, view, sums, pages) }
}

/// Compares pages with their checksums when they are first read.
///
/// What a page holds is bounds-checked anyhow, so a search goes on with a page that differs, and its answer is thrown
/// away at the end (``failedPage``).
///
/// Safety: its user keeps the ``PageChecks`` alive that made it, and the file; every access checks its index.
@safe
struct PageChecker: @unchecked Sendable {  // What the pointers point at is atomic.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let wordCount: Int
  private let failed: UnsafeMutablePointer<Atomic<Int>>
  private let view: ByteView
  private let sums: ByteView
  private let firstPage: Int
  private let endPage: Int

  @unsafe
  fileprivate init(
    words: UnsafeMutablePointer<Atomic<UInt64>>,
    wordCount: Int,
    failed: UnsafeMutablePointer<Atomic<Int>>,
    _ view: ByteView,
    _ sums: ByteView,
    _ pages: Range<Int>
  ) {
    unsafe self.words = unsafe words
    self.wordCount = wordCount
    unsafe self.failed = unsafe failed
    self.view = view
    self.sums = sums
    firstPage = pages.lowerBound
    endPage = pages.upperBound
  }

  /// The first page that was read and differs from its checksum; `nil` for none.
  var failedPage: Int? {
    let page = unsafe failed.pointee.load(ordering: .relaxed)
    return page == 0 ? nil : page - 1
  }

  /// Compares the pages of some bytes of a view of the file, not none, with their checksums, unless that was done
  /// before.
  @inline(__always)
  func check(_ start: Int, _ count: Int, of part: ByteView) {
    let offset = part.offset(in: view) + start
    let first = offset >> IndexLayout.pageBits
    let last = (offset + count - 1) >> IndexLayout.pageBits
    check(first)
    if last != first { checkMore(first + 1, last) }
  }

  @inline(__always)
  private func check(_ page: Int) {
    let index = page >> 6
    precondition(index >= 0 && index < wordCount)
    // With the release in `compare`: who sees that a page was compared also sees that it failed.
    guard unsafe words[index].load(ordering: .acquiring) >> UInt64(page & 63) & 1 == 0 else { return }
    compare(page)
  }

  @inline(never)
  private func checkMore(_ first: Int, _ last: Int) {
    for page in first...max(first, last) { check(page) }
  }

  @inline(never)
  private func compare(_ page: Int) {
    let number = page - firstPage
    // Checksums themselves have none.
    if page >= firstPage, page < endPage, (number + 1) * IndexLayout.sumBytes <= sums.count,
      PageSums.sum(page, of: view) != sums.load(UInt64.self, at: number * IndexLayout.sumBytes)
    {
      _ = unsafe failed.pointee.compareExchange(expected: 0, desired: page + 1, ordering: .relaxed)
    }
    unsafe words[page >> 6].bitwiseOr(1 << UInt64(page & 63), ordering: .releasing)
  }
}
