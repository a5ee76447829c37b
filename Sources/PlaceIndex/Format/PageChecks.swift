import Synchronization
import Tables

/// The pages that this process has compared with their checksums, each when a query first reads from it.
///
/// Safety: `words` points to `wordCount` initialised atomics, and `failed` to one, for the life of this object.
@safe
final class PageChecks: @unchecked Sendable {  // The pointers never change, and they point to atomics.
  fileprivate let words: UnsafeMutablePointer<Atomic<UInt64>>
  fileprivate let wordCount: Int
  fileprivate let failed: UnsafeMutablePointer<Atomic<Int>>
  private let pages: Range<Int>
  private let view: ByteView
  private let checksums: ByteView

  init(_ header: IndexHeader, of view: ByteView) {
    self.view = view
    pages = header.pages
    checksums = view.part(header[.checksums])
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

  /// A checker for the pages that a search reads.
  var checker: PageChecker {
    unsafe PageChecker(words: words, wordCount: wordCount, failed: failed, view, checksums, pages)
  }
}

/// Compares pages with their checksums when they are first read.
///
/// The content of a page is bounds-checked in any case, so a search continues after a mismatch, and its result is
/// discarded at the end (``failedPage``).
///
/// Safety: the caller keeps the ``PageChecks`` and the file alive; every access checks its index.
@safe
struct PageChecker: @unchecked Sendable {  // The pointers point to atomics.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let wordCount: Int
  private let failed: UnsafeMutablePointer<Atomic<Int>>
  private let view: ByteView
  private let checksums: ByteView
  private let firstPage: Int
  private let endPage: Int

  @unsafe
  fileprivate init(
    words: UnsafeMutablePointer<Atomic<UInt64>>,
    wordCount: Int,
    failed: UnsafeMutablePointer<Atomic<Int>>,
    _ view: ByteView,
    _ checksums: ByteView,
    _ pages: Range<Int>
  ) {
    unsafe self.words = unsafe words
    self.wordCount = wordCount
    unsafe self.failed = unsafe failed
    self.view = view
    self.checksums = checksums
    firstPage = pages.lowerBound
    endPage = pages.upperBound
  }

  /// The first page that failed its check; `nil` if all pages passed.
  var failedPage: Int? {
    let page = unsafe failed.pointee.load(ordering: .relaxed)
    return page == 0 ? nil : page - 1
  }

  /// Checks the pages of a range of bytes in a view of the file, unless they are already checked.
  ///
  /// The range must not be empty.
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
    // Pairs with the release in `compare`: a thread that sees the page as compared also sees its failure.
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
    // The pages of checksums have no checksums.
    if page >= firstPage, page < endPage, (number + 1) * IndexLayout.checksumBytes <= checksums.count,
      PageChecksums.checksum(page, of: view) != checksums.load(UInt64.self, at: number * IndexLayout.checksumBytes)
    {
      _ = unsafe failed.pointee.compareExchange(expected: 0, desired: page + 1, ordering: .relaxed)
    }
    unsafe words[page >> 6].bitwiseOr(1 << UInt64(page & 63), ordering: .releasing)
  }
}
