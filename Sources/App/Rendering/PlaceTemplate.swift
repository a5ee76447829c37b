import Domain

/// The text around the values of a place (keys, quotes, group names), made once for all places.
struct PlaceTemplate: Sendable {
  /// A field as plain values.
  ///
  /// Passing around the functions of ``PlaceField/Content`` would count references.
  struct Step: Sendable {
    enum Value: Sendable {
      case text(PlaceText.Field)
      case group(PlaceText.Field?)
      case kind
      case attributes
      /// An attribute, by the index of its key in ``attributeKeys``.
      case attribute(Int)
      case number(PlaceField.Number)
      case integer(PlaceField.WholeNumber)
      case computed(PlaceField.Computed)

      /// The value of a field with some content; `nil` for an attribute.
      fileprivate init?(_ content: PlaceField.Content?) {
        switch content {
        case .text(let field, _)?: self = .text(field)
        case .group(_, let field, _)?: self = .group(field)
        case .kind?: self = .kind
        case .attributes?: self = .attributes
        case .number(let number)?: self = .number(number)
        case .integer(let number)?: self = .integer(number)
        case .computed(let value)?: self = .computed(value)
        case nil: return nil
        }
      }

      /// Whether JSON quotes the value.
      fileprivate var isText: Bool {
        switch self {
        case .text, .group, .attribute: true
        case .kind, .number, .integer, .attributes: false
        case .computed(let value): !value.isFlag
        }
      }
    }

    let value: Value
    /// The bytes before the value, in ``words``: a separator, the JSON key, and the opening quote of a text.
    let start: Range<Int>
    /// The bytes for an absent value, including those before it.
    let absent: Range<Int>
    /// The index of the first step after a run of consecutive group fields.
    var afterRun = 0
    /// The index in ``groupStarts`` of this run's bytes for the first group; a run is written as one piece.
    var firstRun = 0
  }

  let fields: [PlaceColumn]
  let notation: TextNotation
  let steps: [Step]
  /// The keys of the attributes that have their own columns.
  let attributeKeys: [[UInt8]]
  // One buffer for all of them, because each array shared by threads costs reference counting.
  let words: [UInt8]
  /// The offsets in ``words`` at which the bytes of each group begin; the next number is their end.
  let groupStarts: [Int]

  /// - Parameters:
  ///   - fields: The fields; by default the standard fields and the added ones.
  ///   - notation: The notation of the values.
  ///   - added: The fields that the query adds.
  init(fields: [PlaceColumn]?, as notation: TextNotation, adding added: [PlaceField]) {
    let usual = notation == .json ? PlaceField.ofPlaces : PlaceField.ofLines
    let fields = fields ?? (usual + added).map(PlaceColumn.field)
    var attributeKeys: [[UInt8]] = []
    self.fields = fields
    self.notation = notation
    var words: [UInt8] = []
    func range(of write: (inout [UInt8]) -> Void) -> Range<Int> {
      let start = words.count
      write(&words)
      return start..<words.count
    }
    let keys = Self.keys(of: fields, as: notation)
    var steps = fields.enumerated().map { index, field in
      let value = Step.Value(field.content) ?? .attribute(attributeKeys.count)
      if case .attribute = value, case .attribute(let key) = field { attributeKeys.append(Array(key.utf8)) }
      let key = keys[index]
      let quote = value.isText && notation == .json ? "\"" : ""
      return Step(
        value: value,
        start: range { $0.append(text: key + quote) },
        absent: range { $0.append(text: notation == .json ? key + "null" : key) }
      )
    }
    var groupStarts: [Int] = []
    var end = fields.count
    for index in fields.indices.reversed() {
      guard case .group = fields[index].content else {
        end = index
        continue
      }
      steps[index].afterRun = end
      steps[index].firstRun = groupStarts.count
      for group in CategoryGroup.allCases {
        let run = range { bytes in
          for member in index..<end {
            guard case .group(let word, _, _) = fields[member].content else { continue }
            bytes.append(text: keys[member])
            bytes.append(value: word(group), as: notation)
          }
        }
        groupStarts.append(run.lowerBound)
      }
      groupStarts.append(words.count)
    }
    // Padding, so that the last word can be copied in whole steps.
    words += repeatElement(0, count: OutputBuffer.step)
    self.steps = steps
    self.words = words
    self.attributeKeys = attributeKeys
    self.groupStarts = groupStarts
  }

  /// Returns the text before each value: the separator, and in JSON the key.
  private static func keys(of fields: [PlaceColumn], as notation: TextNotation) -> [String] {
    let separator = String(decoding: [notation.separator], as: UTF8.self)
    return fields.enumerated().map { index, field in
      let start = index > 0 ? separator : notation == .json ? "{" : ""
      guard notation == .json else { return start }
      var name: [UInt8] = []
      name.append(value: field.name, as: .json)
      return start + String(decoding: name, as: UTF8.self) + ":"
    }
  }
}
