import Rows
import Tables

/// Finds the rows in wrapped JSON as its bytes arrive, `{"data":{"items":[{…},{…}]}}`, even over several pages.
///
/// `ObjectReader` classifies objects; list elements are split here.
struct JSONPages: Sendable {
  /// The next part of the input.
  enum Finding: Sendable {
    /// A value at an offset.
    case value(Int)
    /// Complete rows, and the offset after them.
    case rows([Range<Int>], next: Int)
    /// Undecided: more bytes are needed, and the bytes from an offset must be kept.
    case more(from: Int)
  }

  private enum Place: Sendable {
    /// The position is between pages.
    case between
    case list
    /// The position is at a single row in place of a list.
    case single
    /// The position is after rows, within the enclosing objects.
    case after
    /// The position is at an unreadable part, so no more rows can be found.
    case lost
  }

  private let objects: ObjectReader
  private var place = Place.between
  /// The number of objects around the rows.
  private var depth = 0
  /// Splits the values of a list.
  var elements = JSONElements(.none)
  /// The number of bytes that weren't enough to classify an object.
  private var triedByteCount = 0

  /// Whether the pages are the elements of an array, whose end didn't come yet.
  private var isInArray: Bool
  /// The number of objects around that array.
  private var depthOfArray = 0

  init(_ objects: ObjectReader, isInArray: Bool = false) {
    self.objects = objects
    self.isInArray = isInArray
  }

  /// Whether the bytes so far end within a list or its enclosing objects.
  var isOpen: Bool {
    switch place {
    case .between: isInArray
    case .list, .single, .after, .lost: true
    }
  }

  /// Finds the part after the previous one.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: The offset at which to continue.
  ///   - isLast: Whether no more bytes will arrive.
  /// - Returns: The next part.
  mutating func next(in bytes: [UInt8], from start: Int, isLast: Bool) -> Finding {
    var at = start
    while true {
      switch place {
      case .lost: return .more(from: bytes.count)
      case .list:
        at = elements.begin(bytes.span, from: at)
        if elements.isOpen { return at < bytes.count ? .value(at) : .more(from: at) }
        place = depth > 0 ? .after : .between
      case .single: place = .after
      case .after:
        guard isLast || isWorthTrying(bytes, from: at) else { return .more(from: at) }
        let found = objects.rows(after: bytes, from: at)
        if case .unknown = found, !isLast { return waiting(for: bytes, from: at) }
        guard let finding = enter(found, outer: depth - 1, &at) else { continue }
        return finding
      case .between:
        while at < bytes.count, isBetweenPages(bytes[at]) { at += 1 }
        guard at < bytes.count else { return .more(from: at) }
        if isInArray, bytes[at] == Ascii.closeBracket {
          isInArray = false
          at += 1
          depth = depthOfArray
          if depth > 0 { place = .after }
          continue
        }
        elements = JSONElements(.none)
        guard bytes[at] == Ascii.openBrace else { return .value(at) }
        guard isLast || isWorthTrying(bytes, from: at) else { return .more(from: at) }
        switch objects.rows(of: bytes, from: at, isElement: isInArray, isLast: isLast) {
        case .none, .malformed: return .value(at)
        case .unknown: return isLast ? .value(at) : waiting(for: bytes, from: at)
        case let found: if let finding = enter(found, outer: 0, &at) { return finding }
        }
      }
    }
  }

  /// Moves to rows that were found; returns `nil` if they must still be split, or if there are none.
  private mutating func enter(_ found: ObjectRows, outer: Int, _ at: inout Int) -> Finding? {
    triedByteCount = 0
    switch found {
    case .list(let start, let inner, true) where !isInArray:
      place = .between
      isInArray = true
      depthOfArray = outer + inner
      at = start
    case .list(let start, let inner, _):
      place = .list
      depth = outer + inner
      at = start
      elements = JSONElements(.collection)
    case .single(let start, let inner):
      place = .single
      depth = outer + inner
      elements = JSONElements(.none)
      return .value(start)
    case .members(let rows, let end): return .rows(rows, next: end)
    case .none(let end):
      depth = outer
      at = end
      place = outer > 0 ? .after : .between
    // The enclosing objects don't end, so there may have been more rows.
    case .unknown, .malformed: place = .lost
    }
    return nil
  }

  private func isBetweenPages(_ byte: UInt8) -> Bool {
    Ascii.isBlank(byte) || byte == Ascii.recordSeparator || isInArray && byte == Ascii.comma
  }

  private mutating func waiting(for bytes: [UInt8], from start: Int) -> Finding {
    triedByteCount = bytes.count - start
    return .more(from: start)
  }

  /// Returns whether enough bytes have arrived since the last attempt: a line, or as many again.
  private func isWorthTrying(_ bytes: [UInt8], from start: Int) -> Bool {
    let count = bytes.count - start
    guard count < 2 * triedByteCount else { return true }
    return count > triedByteCount && bytes[(start + triedByteCount)...].contains(Ascii.lineFeed)
  }
}
