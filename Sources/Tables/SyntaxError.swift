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

extension SyntaxError {
  /// Returns the error as the end of a sentence, such as "it is cut short".
  package func detail(of format: String) -> String {
    switch self {
    case .incomplete: "it is cut short"
    case .malformed: "it isn't valid \(format)"
    case .entities: "it declares entities"
    case .tooLarge: "a part is larger than the format allows"
    case .tooDeep: "a value is nested more than \(JSONViewCursor.maximumNesting) levels deep"
    case .unordered: "it claims to be sorted but isn't; osmium sort rewrites it"
    }
  }
}
