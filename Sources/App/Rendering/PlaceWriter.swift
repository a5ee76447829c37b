import Domain

/// Writes places into a buffer, each as a JSON object of schema 1, or as a line of CSV or TSV.
///
/// Every field is always there, in the order asked; an absent value is `null` in JSON, and empty in a line.
struct PlaceWriter: Sendable {
  /// What is written for a field, in plain values: handing around the functions of ``PlaceField/Content`` counts
  /// references.
  private struct Step: Sendable {
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
  private let steps: [Step]
  /// The keys of the further facts that have columns of their own.
  private let attributeKeys: [[UInt8]]
  // One buffer for all, because each array that threads share costs reference counting.
  private let words: [UInt8]
  /// Where the words of each group begin, one after the other; the next number is where they end.
  private let groupStarts: [Int]
  /// The bytes that a place takes at most, without its texts.
  private let fixedBound: Int
  /// How often the bytes of one field are written at most.
  private let repeats: Int

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - fields: The fields; by default those of a place, and along a line where it lies along that.
  ///   - notation: How they are written.
  ///   - isAlong: Whether the places lie along a line.
  init(fields: [PlaceColumn]? = nil, as notation: TextNotation, isAlong: Bool = false) {
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

  func appendHeader(to bytes: inout [UInt8]) {
    for (position, field) in fields.enumerated() {
      if position > 0 { bytes.append(notation.separator) }
      bytes.append(value: field.name, as: notation)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  func appendLine(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let start = bytes.count
    append(found, to: &bytes)
    // Readers of CSV skip a blank line, and with it the place.
    if notation == .csv, bytes.count == start { bytes.append(text: "\"\"") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one place: an object, or the values of a line without its line feed.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    bytes.append(atMost: bound(of: found)) { append(found, to: &$0) }
  }

  /// The bytes that a place takes at most.
  @inline(__always)
  func bound(of found: FoundPlace) -> Int { bound(of: found.place.text, found.place.kind) }

  /// The bytes that places take at most, with what separates them.
  func bound(of places: [FoundPlace]) -> Int {
    var bound = 0
    for position in places.indices {
      bound += 1 + self.bound(of: places[position].place.text, places[position].place.kind)
    }
    return bound
  }

  private func bound(of text: PlaceText, _ kind: Kind?) -> Int {
    let slugs = kind.map { $0.slug.utf8.count } ?? 0
    return fixedBound + repeats * ByteRoom.bound(ofText: text.byteCount + slugs)
  }

  /// Appends one place to room for it.
  ///
  /// - Complexity: Two passes over the place's text; nothing is allocated.
  @inline(__always)
  func append(_ found: FoundPlace, to room: inout ByteRoom) {
    append(found.place.text, PlaceFacts(of: found), to: &room)
  }

  /// Appends places, with commas between them.
  ///
  /// Their parts are looked at one by one: to hand on a place of an array is to copy it, and to count its references.
  func append(_ places: [FoundPlace], to room: inout ByteRoom) {
    for position in places.indices {
      if position > 0 { room.append(UInt8(ascii: ",")) }
      append(places[position].place.text, PlaceFacts(of: places, at: position), to: &room)
    }
  }

  private func append(_ text: PlaceText, _ facts: PlaceFacts, to room: inout ByteRoom) {
    let isPlain = !text.utf8.span.extracting(text.range).mayNeedEscaping
    var position = 0
    while position < steps.count {
      let step = steps[position]
      position += 1
      switch step.value {
      case .number(let number):
        room.append(words, in: step.start)
        room.append(decimal: facts[number])
      case .integer(let number):
        if let number = facts[number] {
          room.append(words, in: step.start)
          room.append(decimal: number)
        } else {
          room.append(words, in: step.absent)
        }
      case .text(let field): append(text.utf8, in: text.range(of: field), isPlain, step, to: &room)
      case .kind:
        // The table of kinds, which takes as long to read as a query, is not made for places without one.
        if let kind = facts.kind {
          room.append(words, in: step.start)
          room.append(value: kind.slug, as: notation)
        } else {
          room.append(words, in: step.absent)
        }
      case .attributes:
        let range = text.attributeRange
        if range.isEmpty {
          room.append(words, in: step.absent)
        } else {
          room.append(words, in: step.start)
          append(attributes: text.utf8[range], to: &room)
        }
      case .attribute(let number):
        let range = text.attributeRange(of: attributeKeys[number])
        append(text.utf8, in: range, false, step, to: &room)
      case .group(let field):
        if let group = facts.group {
          let number = step.firstRun + group.ordinal
          room.append(words, in: groupStarts[number]..<groupStarts[number + 1])
          position = step.afterRun
        } else {
          append(text.utf8, in: field.map(text.range) ?? 0..<0, isPlain, step, to: &room)
        }
      }
    }
    if notation == .json { room.append(UInt8(ascii: "}")) }
  }

  @inline(never)
  private func append(attributes packed: ArraySlice<UInt8>, to room: inout ByteRoom) {
    guard notation != .json else { return room.appendJSON(attributes: packed) }
    var object: [UInt8] = []
    object.append(atMost: ByteRoom.bound(ofText: packed.count)) { $0.appendJSON(attributes: packed) }
    room.append(value: object.span, as: notation, isPlain: false)
  }

  @inline(__always)
  private func append(
    _ text: [UInt8],
    in range: Range<Int>,
    _ isPlain: Bool,
    _ step: Step,
    to room: inout ByteRoom
  ) {
    guard !range.isEmpty else { return room.append(words, in: step.absent) }
    if notation == .json, isPlain { return room.append(words, in: step.start, quoting: text, in: range) }
    room.append(words, in: step.start)
    guard notation == .json else {
      return room.append(value: text.span.extracting(range), as: notation, isPlain: isPlain)
    }
    room.append(escaping: text.span.extracting(range), as: .json)
    room.append(UInt8(ascii: "\""))
  }
}
