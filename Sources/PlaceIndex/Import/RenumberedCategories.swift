import Domain

/// The entries of categories of an index that is read into another one.
struct RenumberedCategories {
  private let content: IndexContent
  private let forced: ForcedCategory?
  private let vocabulary = ImportVocabulary()
  /// Whether the kinds of the index are those of this program.
  private let isCurrent: Bool
  /// The numbers of the inputs of the segment in the other one, `nil` for one that is left out; none if all places are
  /// of the input that is read.
  private let inputs: [Int?]
  private var known: [[UInt8]: Known?] = [:]

  /// What an entry is in another list: its number there, the input of the places, and whether it names a group or a
  /// kind.
  private struct Known {
    let number: UInt32
    let inputs: [Int]
    let isNamed: Bool
  }

  init(of content: IndexContent, forced: ForcedCategory?, inputs: [Int?]) {
    self.content = content
    self.forced = forced
    self.inputs = inputs
    isCurrent = content.kinds == Kind.all
  }

  /// The number in the list of the input that the places are of, which is selected, and whether the entry names a group
  /// or a kind; `nil` for one of inputs that are left out.
  mutating func number(of entry: CategoryEntry, in builder: PlaceIndexBuilder) -> (number: UInt32, isNamed: Bool)? {
    var bytes = GrowableBuffer<UInt8>()
    entry.append(to: &bytes)
    let key = bytes.window(0..<bytes.count).array
    if let found = known[key] {
      guard let found else { return nil }
      builder.select(found.inputs)
      return (found.number, found.isNamed)
    }
    var numbers = inputs.isEmpty ? builder.current.numbers : []
    entry.forEachInput { if inputs.indices.contains($0), let number = inputs[$0] { numbers.append(number) } }
    guard !numbers.isEmpty || inputs.isEmpty else {
      known[key] = .some(nil)
      return nil
    }
    var new = entry
    if !isCurrent { new.kinds = kinds(of: entry) }
    var words = WordLines()
    words.append(linesOf: entry.words)
    let text = forced?.text ?? []
    builder.select(numbers)
    let places = numbers.map { builder.current.numbers.firstIndex(of: $0) ?? 0 }
    let found = ByteView.over(text) { text in
      forced?.apply(to: &new, vocabulary)
      if text.count > 0 {
        words.append(entry.text)
        new.text = text
      }
      new.words = words.view
      let number = new.ofInputs(places) { builder.collected.categories.number(of: $0) }
      return Known(
        number: number,
        inputs: numbers,
        isNamed: new.groups != 0 || !new.kinds.isEmpty || text.count > 0
      )
    }
    known[key] = found
    return (found.number, found.isNamed)
  }

  /// The kinds of this program: those that it has under the same slug, and those that the words mean and the groups
  /// allow.
  private func kinds(of entry: CategoryEntry) -> CategoryMask {
    var kinds = CategoryMask.none
    entry.kinds.forEach { number in
      guard number < content.kinds.count, let kind = content.kinds[number] else { return }
      kinds.insert(Int(kind.number))
    }
    var draft = RowDraft()
    entry.forEachWord { draft.takeCategories($0, Precedence(.categories), vocabulary) }
    kinds.formUnion(draft.categories.kinds(vocabulary).intersection(vocabulary.kinds(ofGroups: entry.groups)))
    return kinds
  }
}
