import Tables

/// The bytes of a section of terms (``TermLists``).
final class TermSection: @unchecked Sendable {  // Nothing changes after `init`.
  private let content: Content
  private let parts: [SortedTerms]

  /// Joins the terms of parts, whose places are in the order of the parts.
  init(_ parts: [SortedTerms]) {
    self.parts = parts
    // A local value, because each access to a variable of a class is checked.
    var content = Content()
    var terms = MergedTerms(parts)
    while let term = terms.nextTerm() {
      if let first = terms.origins.first { content.origins.append((UInt32(first.part), first.number)) }
      let start = content.lists.count
      var last: UInt32 = 0
      for (part, number) in terms.origins {
        let list = parts[part].table.list(Int(number))
        PostingList.forEachByte(adding: list.first, after: &last) { content.lists.append($0) }
        parts[part].table.lists.forEachPart(of: list) { content.lists.append($0) }
        last = list.last
      }
      content.append(term, listBytes: content.lists.count - start)
    }
    self.content = content
  }

  var count: Int { content.count }

  /// The size of the section in bytes; 0 without terms.
  var byteCount: Int {
    count == 0 ? 0 : TermLists.headerBytes + content.groups.count * 8 + content.terms.count + content.lists.count
  }

  /// Returns a term by its number.
  func term(_ number: Int) -> ByteView {
    parts[Int(content.origins[number].part)].table.term(Int(content.origins[number].number))
  }

  func write(to image: IndexImage, at start: Int) {
    guard count > 0 else { return }
    image.store(UInt64(count), at: start)
    image.store(UInt64(content.terms.count), at: start + 8)
    var at = start + TermLists.headerBytes
    for index in 0..<content.groups.count {
      image.store(content.groups[index], at: at)
      at += 8
    }
    image.copy(content.terms.window(0..<content.terms.count), at: at)
    image.copy(content.lists.window(0..<content.lists.count), at: at + content.terms.count)
  }

  private struct Content: ~Copyable {
    var groups = GrowableBuffer<UInt64>()
    var terms = GrowableBuffer<UInt8>(capacity: 1 << 12)
    var lists = GrowableBuffer<UInt8>(capacity: 1 << 12)
    var count = 0
    /// The part and the number of each term.
    var origins: [(part: UInt32, number: UInt32)] = []
    private var last = GrowableBuffer<UInt8>()

    /// Appends a term whose list was appended before.
    mutating func append(_ term: ByteView, listBytes: Int) {
      if count % TermLists.groupSize == 0 {
        groups.append(UInt64(terms.count))
        groups.append(UInt64(lists.count - listBytes))
        last.truncate(to: 0)
      }
      var shared = 0
      while shared < min(last.count, term.count), last[shared] == term.byte(at: shared) { shared += 1 }
      shared.forEachVariableByte { terms.append($0) }
      (term.count - shared).forEachVariableByte { terms.append($0) }
      listBytes.forEachVariableByte { terms.append($0) }
      terms.append(term.part(shared..<term.count))
      last.truncate(to: 0)
      last.append(term)
      count += 1
    }
  }
}
