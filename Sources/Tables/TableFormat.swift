/// The format of tables and JSON as declared by the user, where detection isn't enough.
public struct TableFormat: Sendable, Hashable {
  /// The byte between two cells; `nil` to detect it.
  public var delimiter: UInt8?
  /// Whether quotes enclose cells; otherwise they are text.
  public var isQuoted = true
  /// Whether a row contains the titles of the columns; otherwise the titles are the numbers of the columns.
  public var hasHeader = true
  /// The encoding of the text; `nil` to detect it.
  public var encoding: TextEncoding?
  /// The divisor that makes degrees of coordinates in multiples of a degree; `nil` to detect it.
  public var scale: Int?

  public init() {}
}
