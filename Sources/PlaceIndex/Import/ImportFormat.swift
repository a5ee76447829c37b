import Domain
import Rows
import Tables

/// A format of inputs, with its detection and its reader.
///
/// Each format has a file of its own, with the format as a static member of this type; only ``all`` must be extended
/// elsewhere. The reader receives the bytes of any source: a file, a pipe, or a file in an archive, unpacked and
/// converted on demand. It splits the bytes into rows and fills the draft of a `RowReader`, which makes places by the
/// same rules for every format.
struct ImportFormat: Sendable {
  typealias Reading =
    @Sendable (
      _ importer: inout PlaceImporter,
      _ window: inout InputWindow,
      _ progress: PlaceImporter.Progress?
    ) throws(IndexFileError) -> Void

  /// The kind of an input.
  enum Kind: Sendable {
    /// Places, which are reported.
    case places
    /// A part of a region; elements without a coordinate are beyond its border.
    case extract
    /// Other inputs, which are reported individually.
    case package
  }

  /// Returns whether an input with this beginning has the format.
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

  /// All formats; the first that fits an input is its format.
  static let all: [ImportFormat] = [.gzip, .archive, .osmPBF, .osmXML, .json, .table]
}

/// The beginning of an input, which determines its format; the file name doesn't.
struct InputBeginning {
  /// The format whose signature matches the first bytes.
  let signature: ForeignFormat?
  /// The kind of text, without a signature.
  let text: InputFormat
}
