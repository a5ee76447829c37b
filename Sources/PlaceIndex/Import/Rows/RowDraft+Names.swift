/// The names of a row: the one that is shown, and those that it is found by as well.
extension RowDraft {
  private static var maximumOtherNames: Int { 16 }

  /// Keeps a name; of several the one of the best rank is shown, and all are found.
  mutating func addName(_ text: ByteView, rank: Int, lasts: Bool) {
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder else { return }
    let name = Slot.name.rawValue
    if rank < ranks[name] {
      if ranks[name] != .max { addOther(texts[name]) }
      set(.name, text, rank: rank, lasts: lasts)
    } else {
      addOther(text, lasts: lasts)
    }
  }

  private mutating func addOther(_ text: ByteView, lasts: Bool) {
    guard others.count < Self.maximumOtherNames else { return }
    guard !lasts else { return others.append(.row(text)) }
    let start = own.count
    for index in 0..<text.count { own.append(text.byte(at: index)) }
    others.append(.own(start: start, end: own.count))
  }

  private mutating func addOther(_ text: Text) {
    if others.count < Self.maximumOtherNames { others.append(text) }
  }

  /// The names beside the one that is shown, separated by line feeds; set by ``gatherOtherNames()``.
  var otherNames: ByteView {
    others.count == 1 ? view(of: others[0]) : .empty
  }

  /// Puts the names beside the one that is shown together.
  mutating func gatherOtherNames() {
    guard others.count > 1 else { return }
    let start = own.count
    for index in 0..<others.count {
      if own.count > start { own.append(0x0A) }
      copyToOwn(others[index])
    }
    others.removeAll()
    others.append(.own(start: start, end: own.count))
  }

  /// Puts the branch behind the name, unless the name says it already.
  mutating func joinBranch() {
    let branch = text(.branch)
    guard branch.count > 0 else { return }
    guard has(.name) else { return set(.name, joining: [.branch]) }
    if !text(.name).contains(branch) { set(.name, joining: [.name, .branch], rank: -1) }
  }
}
