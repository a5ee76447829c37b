import Domain
import Tables

/// Finds the rows of JSON that wraps them, as the bytes come: `{"data":{"items":[{…},{…}]}}`, also page after page.
///
/// What an object holds, the reader of a build tells; the values of a list are cut without it.
struct JSONPages: Sendable {
  /// What comes next.
  enum Finding: Sendable {
    /// A value at an offset.
    case value(Int)
    /// Rows that were read, and what follows them.
    case rows([Range<Int>], next: Int)
    /// Nothing that can be told: more bytes are needed, and those from an offset.
    case more(from: Int)
  }

  private enum Place: Sendable {
    /// Between pages.
    case between
    case list
    /// At a row that stands where others are listed.
    case single
    /// Behind rows, within the objects around them.
    case behind
    /// Where nothing can be read any more.
    case lost
  }

  private let objects: any ObjectLocator
  private var place = Place.between
  /// The number of objects around the rows.
  private var depth = 0
  /// Cuts the values that are found.
  var elements = JSONElements(.none)
  /// The number of bytes that did not tell what an object holds.
  private var triedByteCount = 0

  init(_ objects: any ObjectLocator) { self.objects = objects }

  /// Whether the bytes so far end within a list, or the objects around it.
  var isOpen: Bool {
    switch place {
    case .between: false
    case .list, .single, .behind, .lost: true
    }
  }

  /// Finds what comes next, behind what was found last.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: Where to go on.
  ///   - isLast: Whether no more can be waited for.
  /// - Returns: What was found.
  mutating func next(in bytes: [UInt8], from start: Int, isLast: Bool) -> Finding {
    var at = start
    while true {
      switch place {
      case .lost: return .more(from: bytes.count)
      case .list:
        at = elements.begin(bytes.span, from: at)
        if elements.isOpen { return at < bytes.count ? .value(at) : .more(from: at) }
        place = depth > 0 ? .behind : .between
      case .single: place = .behind
      case .behind:
        guard isLast || isWorthTrying(bytes, from: at) else { return .more(from: at) }
        let found = objects.rows(behind: bytes, from: at)
        if case .unknown = found, !isLast { return waiting(for: bytes, from: at) }
        guard let finding = enter(found, outer: depth - 1, &at) else { continue }
        return finding
      case .between:
        while at < bytes.count, Ascii.isBlank(bytes[at]) || bytes[at] == Ascii.recordSeparator { at += 1 }
        guard at < bytes.count else { return .more(from: at) }
        elements = JSONElements(.none)
        guard bytes[at] == Ascii.openBrace else { return .value(at) }
        guard isLast || isWorthTrying(bytes, from: at) else { return .more(from: at) }
        switch objects.rows(of: bytes, from: at) {
        case .none, .malformed: return .value(at)
        case .unknown: return isLast ? .value(at) : waiting(for: bytes, from: at)
        case let found: if let finding = enter(found, outer: 0, &at) { return finding }
        }
      }
    }
  }

  /// Goes where rows were found; `nil` where these are still to be cut, or there are none.
  private mutating func enter(_ found: ObjectRows, outer: Int, _ at: inout Int) -> Finding? {
    triedByteCount = 0
    switch found {
    case .list(let start, let inner):
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
      place = outer > 0 ? .behind : .between
    // The objects around the rows do not end: there may have been more of these.
    case .unknown, .malformed: place = .lost
    }
    return nil
  }

  private mutating func waiting(for bytes: [UInt8], from start: Int) -> Finding {
    triedByteCount = bytes.count - start
    return .more(from: start)
  }

  /// Whether enough has come since the last try, which began where this one does: a line, or as much again.
  private func isWorthTrying(_ bytes: [UInt8], from start: Int) -> Bool {
    let count = bytes.count - start
    guard count < 2 * triedByteCount else { return true }
    return count > triedByteCount && bytes[(start + triedByteCount)...].contains(Ascii.lineFeed)
  }
}
