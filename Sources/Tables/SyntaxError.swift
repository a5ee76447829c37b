/// The reason why bytes can't be read in their format.
public enum SyntaxError: Error {
  /// The bytes end within a value.
  case incomplete
  case malformed
  /// A text declares entities or a document type, with which it could grow without limit or include other files.
  case entities
  /// A part is larger than its format allows.
  case tooLarge
  /// A value of JSON is nested deeper than ``JSONCursor/maximumNesting``.
  case tooDeep
  /// The elements aren't in the order that the file declares.
  case unordered
}
