public import Domain

/// Reads files of places into a builder.
public struct PlaceImporter: ~Copyable {
  /// Hears how many bytes of a file were read and how many places there are; answers whether to go on.
  public typealias Progress = (_ bytesRead: Int, _ places: Int) -> Bool

  /// The places so far.
  public let builder: PlaceIndexBuilder
  /// Rows read so far, skipped ones included.
  public private(set) var rowCount = 0
  private let rules: ImportRules
  let vocabulary = ImportVocabulary()
  private var ledger = SkipLedger()
  private var draft = RowDraft()

  /// Starts an import.
  ///
  /// - Parameters:
  ///   - description: What the index will say about itself.
  ///   - rules: What becomes a place.
  public init(description: IndexDescription = IndexDescription(), rules: ImportRules = ImportRules()) {
    builder = PlaceIndexBuilder(description: description)
    self.rules = rules
  }

  /// The rows that were skipped, by reason.
  public var skipped: [SkippedRows] { ledger.skipped }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: GeoJSON, GeoJSONSeq, NDJSON or CSV; the content tells which.
  ///   - progress: Told now and then how many bytes of the file were read and how many places there are; returns `false` to
  ///     call the import off.
  /// - Throws: When the file cannot be read or is of no known form.
  public mutating func read(path: String, progress: Progress? = nil) throws(IndexFileError) {
    var window = try InputWindow(path: path)
    try read(&window, progress)
  }

  /// Reads bytes as if they were a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file.
  ///   - name: What to call it in messages.
  /// - Throws: When the bytes are of no known form.
  public mutating func read(_ bytes: [UInt8], name: String) throws(IndexFileError) {
    try ByteView.over(bytes) { (view) throws(IndexFileError) in
      var window = InputWindow(memory: view, path: name)
      try read(&window, nil)
    }
  }

  private mutating func read(
    _ window: inout InputWindow,
    _ progress: Progress?
  ) throws(IndexFileError) {
    try window.refill()
    switch window.view.withSpan(InputFormat.init(head:)) {
    case .json:
      window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
      try readJSON(&window, progress)
    case .csv: try readCSV(&window, progress)
    case .empty: throw .unknownFormat(path: window.path, detail: "nothing in it")
    case .binary: throw .unknownFormat(path: window.path, detail: "not text")
    }
  }

  /// Notes a row that is not of the file's form.
  mutating func reject(_ reason: SkippedRows.Reason, path: String, row bytes: ByteView, number: Int) {
    rowCount += 1
    ledger.note(reason, path: path, row: number, bytes)
  }

  /// Lends the draft to a parser, emptied.
  mutating func withDraft<Failure: Error>(
    _ body: (inout RowDraft, ImportVocabulary) throws(Failure) -> Void
  ) throws(Failure) {
    draft.reset()
    try body(&draft, vocabulary)
  }

  /// Takes over what a row told, unless a rule says otherwise.
  ///
  /// - Parameters:
  ///   - path: The input.
  ///   - bytes: The row.
  ///   - number: The row's number in the input, from 1.
  /// - Returns: Why the row was skipped; `nil` when it became a place.
  /// - Throws: When the index is full.
  @discardableResult
  mutating func accept(
    path: String,
    row bytes: ByteView,
    number: Int
  ) throws(IndexFileError) -> SkippedRows.Reason? {
    rowCount += 1
    let coordinate: (latitude: Int32, longitude: Int32)
    switch CoordinateRules.coordinate(of: draft) {
    case .success(let found): coordinate = found
    case .failure(let defect):
      ledger.note(defect.reason, path: path, row: number, bytes)
      return defect.reason
    }
    if let reason = reasonToLeaveOut {
      ledger.note(reason, path: path, row: number, bytes)
      return reason
    }
    if !draft.has(.roadAddress), draft.has(.street) {
      draft.set(.roadAddress, joining: [.province, .city, .district, .street, .houseNumber])
    }
    let kind = builder.collected.kindNumber(of: draft.text(.kind))
    let groups = rules.forcedGroup.map { $0.bit } ?? draft.groups
    let primary = rules.forcedGroup.map { UInt8($0.ordinal) } ?? draft.primary
    if !draft.has(.id) { draft.setDerivedIdentifier(latitude: coordinate.latitude, longitude: coordinate.longitude) }
    try builder.collected.add(
      draft.fields,
      latitude: coordinate.latitude,
      longitude: coordinate.longitude,
      groups: groups,
      primary: primary,
      kind: kind
    )
    return nil
  }

  /// The rule of this import that leaves the draft out.
  private var reasonToLeaveOut: SkippedRows.Reason? {
    if let least = rules.minimumConfidence, let confidence = draft.confidence, confidence < least {
      return .lowConfidence
    }
    return draft.isClosed && !rules.includesClosed ? .closed : nil
  }
}
