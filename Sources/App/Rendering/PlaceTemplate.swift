import Domain

/// What surrounds the values of a place where it is written: the keys, the quotes, the words of each group, made once
/// for all places.
struct PlaceTemplate: Sendable {
  /// What is written for a field, in plain values: handing around the functions of ``PlaceField/Content`` counts
  /// references.
  struct Step: Sendable {
    enum Value: Sendable {
      case text(PlaceText.Field)
      case group(PlaceText.Field?)
      case kind
      case attributes
      /// One of the further facts, by the number of its key.
      case attribute(Int)
      case number(PlaceField.Number)
      case integer(PlaceField.WholeNumber)
    }

    let value: Value
    /// What comes before the value, in ``words``: a separator, in JSON the key, and before a text its quote.
    let start: Range<Int>
    /// What stands for an absent value, with what comes before it.
    let absent: Range<Int>
    /// For a field of groups, the step after those that follow it and are of groups too.
    var afterRun = 0
    /// Where the words of these fields for the first group are in ``groupStarts``, those of all of them as one.
    var firstRun = 0
  }

  let fields: [PlaceColumn]
  let notation: TextNotation
  let steps: [Step]
  /// The keys of the further facts that have columns of their own.
  let attributeKeys: [[UInt8]]
  // One buffer for all, because each array that threads share costs reference counting.
  let words: [UInt8]
  /// Where the words of each group begin, one after the other; the next number is where they end.
  let groupStarts: [Int]
  /// The bytes that a place takes at most, without its texts.
  let fixedBound: Int
  /// How often the bytes of one field are written at most.
  let repeats: Int

  /// Makes a template.
  ///
  /// - Parameters:
  ///   - fields: The fields; by default those of a place, and along a line where it lies along that.
  ///   - notation: How they are written.
  ///   - isAlong: Whether the places lie along a line.
  init(fields: [PlaceColumn]?, as notation: TextNotation, isAlong: Bool) {
    let usual = notation == .json ? PlaceField.ofPlaces : PlaceField.ofLines
    let fields = fields ?? (isAlong ? usual + [.along] : usual).map(PlaceColumn.field)
    var attributeKeys: [[UInt8]] = []
    self.fields = fields
    self.notation = notation
    var words: [UInt8] = []
    func range(of write: (inout [UInt8]) -> Void) -> Range<Int> {
      let start = words.count
      write(&words)
      return start..<words.count
    }
    let separator = String(decoding: [notation.separator], as: UTF8.self)
    let keys = fields.enumerated().map { position, field in
      let start = position > 0 ? separator : notation == .json ? "{" : ""
      guard notation == .json else { return start }
      var name: [UInt8] = []
      name.append(value: field.name, as: .json)
      return start + String(decoding: name, as: UTF8.self) + ":"
    }
    var steps = fields.enumerated().map { position, field in
      let value: Step.Value
      switch field.content {
      case .text(let field, _)?: value = .text(field)
      case .group(_, let field, _)?: value = .group(field)
      case .kind?: value = .kind
      case .attributes?: value = .attributes
      case .number(let number)?: value = .number(number)
      case .integer(let number)?: value = .integer(number)
      case nil:
        value = .attribute(attributeKeys.count)
        attributeKeys.append(Array(field.name.utf8))
      }
      let key = keys[position]
      let quote: String
      switch value {
      case .text, .group, .attribute: quote = notation == .json ? "\"" : ""
      case .kind, .number, .integer, .attributes: quote = ""
      }
      return Step(
        value: value,
        start: range { $0.append(text: key + quote) },
        absent: range { $0.append(text: notation == .json ? key + "null" : key) }
      )
    }
    var groupStarts: [Int] = []
    var longestRun = 0
    var end = fields.count
    for position in fields.indices.reversed() {
      guard case .group = fields[position].content else {
        end = position
        continue
      }
      steps[position].afterRun = end
      steps[position].firstRun = groupStarts.count
      for group in CategoryGroup.allCases {
        let run = range { bytes in
          for position in position..<end {
            guard case .group(let word, _, _) = fields[position].content else { continue }
            bytes.append(text: keys[position])
            bytes.append(value: word(group), as: notation)
          }
        }
        groupStarts.append(run.lowerBound)
        longestRun = max(longestRun, run.count)
      }
      groupStarts.append(words.count)
    }
    fixedBound = steps.reduce(2) { bound, step in
      bound + max(step.start.count, step.absent.count) + longestRun + ByteRoom.numberBound
    }
    // In a line an object is escaped once more.
    let escapes = notation != .json && fields.contains(.field(.attributes)) ? 3 : 1
    // A further fact is written with all of them, and as its own column; a column of the page as the page.
    let ofFacts = fields.count { if case .attribute = $0 { true } else { false } }
    repeats = escapes * fields.reduce(1) { most, field in max(most, fields.count { $0 == field }) } + ofFacts
    // So that the last word too is copied in whole steps.
    words += repeatElement(0, count: ByteRoom.step)
    self.steps = steps
    self.words = words
    self.attributeKeys = attributeKeys
    self.groupStarts = groupStarts
  }
}
