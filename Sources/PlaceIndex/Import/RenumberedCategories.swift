import Domain
import Rows
import Tables

/// Converts the category entries of an index that is read into another index.
struct RenumberedCategories {
  private let content: IndexContent
  private let forced: ForcedCategory?
  private let vocabulary = ImportVocabulary()
  /// Whether the kinds of the index equal the kinds of this version.
  private let isCurrent: Bool
  /// The new numbers of the segment's inputs, `nil` for a removed input.
  ///
  /// Empty if all places belong to the input that is read.
  private let inputs: [Int?]
  private var entries: [[UInt8]: NewEntry?] = [:]

  /// An entry in the new index: its number, the inputs of its places, and whether it names a group or kind.
  private struct NewEntry {
    let number: UInt32
    let inputs: [Int]
    let isNamed: Bool
  }

  init(of content: IndexContent, forced: ForcedCategory?, inputs: [Int?]) {
    self.content = content
    self.forced = forced
    self.inputs = inputs
    isCurrent = content.files[0].kinds == Kind.all
  }

  /// Returns the new number of an entry and whether it names a group or kind, and selects the places' inputs; `nil` if
  /// they are removed.
  mutating func number(of entry: CategoryEntry, in builder: PlaceIndexBuilder) -> (number: UInt32, isNamed: Bool)? {
    var bytes = GrowableBuffer<UInt8>()
    entry.append(to: &bytes)
    let key = bytes.window(0..<bytes.count).array
    if let found = entries[key] {
      guard let found else { return nil }
      builder.select(found.inputs)
      return (found.number, found.isNamed)
    }
    var numbers = inputs.isEmpty ? builder.current.numbers : []
    entry.forEachInput { if inputs.indices.contains($0), let number = inputs[$0] { numbers.append(number) } }
    guard !numbers.isEmpty || inputs.isEmpty else {
      entries[key] = .some(nil)
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
      return NewEntry(
        number: number,
        inputs: numbers,
        isNamed: new.groups != 0 || !new.kinds.isEmpty || text.count > 0
      )
    }
    entries[key] = found
    return (found.number, found.isNamed)
  }

  /// Returns the kinds of this version: kinds with the same slugs, and kinds that the words mean and the groups allow.
  private func kinds(of entry: CategoryEntry) -> CategoryMask {
    var kinds = CategoryMask.none
    entry.kinds.forEach { number in
      guard number < content.files[0].kinds.count, let kind = content.files[0].kinds[number] else { return }
      kinds.insert(Int(kind.number))
    }
    var draft = RowDraft()
    entry.forEachWord { draft.takeCategories($0, precedence: Precedence(.categories), vocabulary: vocabulary) }
    kinds.formUnion(draft.categories.decided(vocabulary).kinds.intersection(vocabulary.kinds(ofGroups: entry.groups)))
    return kinds
  }
}
