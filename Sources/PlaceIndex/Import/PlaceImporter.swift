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
  private let vocabulary = ImportVocabulary()
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
    try readJSON(&window, progress)
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
  mutating func accept(path: String, row bytes: ByteView, number: Int) throws(IndexFileError) {
    rowCount += 1
    let coordinate: (latitude: Int32, longitude: Int32)
    switch CoordinateRules.coordinate(of: draft) {
    case .success(let found): coordinate = found
    case .failure(let defect): return ledger.note(defect.reason, path: path, row: number, bytes)
    }
    if let least = rules.minimumConfidence, let confidence = draft.confidence, confidence < least {
      return ledger.note(.lowConfidence, path: path, row: number, bytes)
    }
    if draft.isClosed, !rules.includesClosed { return ledger.note(.closed, path: path, row: number, bytes) }
    if !draft.has(.roadAddress), draft.has(.street) {
      draft.set(.roadAddress, joining: [.province, .city, .district, .street, .houseNumber])
    }
    let kind = builder.kindNumber(of: draft.text(.kind))
    let groups = rules.forcedGroup.map { $0.bit } ?? draft.groups
    let primary = rules.forcedGroup.map { UInt8($0.ordinal) } ?? draft.primary
    if !draft.has(.id) { draft.setDerivedIdentifier(latitude: coordinate.latitude, longitude: coordinate.longitude) }
    try builder.add(
      draft.fields,
      latitude: coordinate.latitude,
      longitude: coordinate.longitude,
      groups: groups,
      primary: primary,
      kind: kind
    )
  }
}
