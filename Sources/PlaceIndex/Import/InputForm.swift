import Domain

/// A form of inputs that are read: how one is known by its beginning, and what reads it.
///
/// What reads a form stands in a file of its own, with the form as a static member of this type; its name in ``all`` is
/// all that is changed elsewhere. It gets the bytes of whatever source there is: a file, a pipe, a member of an
/// archive, unpacked and converted as they are pulled. It cuts and reads rows into the draft of a `RowReader`, which
/// makes places of them by the rules that are the same for every form.
struct InputForm: Sendable {
  typealias Reading =
    @Sendable (
      _ importer: inout PlaceImporter,
      _ window: inout InputWindow,
      _ progress: PlaceImporter.Progress?
    ) throws(IndexFileError) -> Void

  /// What an input is that has been read.
  enum Kind: Sendable {
    /// Places, which are reported.
    case places
    /// A part of a region, of which what has no position lies beyond its border.
    case extract
    /// Other inputs, which are reported themselves.
    case package
  }

  /// Whether an input that begins so has the form.
  let isBeginning: @Sendable (InputBeginning) -> Bool
  let kind: Kind
  /// Reads an input from its first byte.
  let read: Reading

  init(_ kind: Kind = .places, where isBeginning: @escaping @Sendable (InputBeginning) -> Bool, read: @escaping Reading)
  {
    self.isBeginning = isBeginning
    self.kind = kind
    self.read = read
  }

  /// All forms, of which an input has the first that fits.
  static let all: [InputForm] = [.gzip, .archive, .osmPBF, .osmXML, .json, .table]
}

/// The beginning of an input, by which its form is known, and never by its name.
struct InputBeginning {
  /// The format that the first bytes are the signature of.
  let signature: ForeignFormat?
  /// What kind of text it is otherwise.
  let text: InputFormat
}
