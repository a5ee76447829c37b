/// Reads a table of rows as a build reads one: packed, in any encoding, on any grid.
public protocol ReadTableUseCase: Sendable {
  /// Makes what turns the bytes of one input into UTF-8.
  ///
  /// - Parameter path: The name of the input in errors.
  /// - Returns: A decoder at the beginning of the input.
  func makeDecoder(ofInput path: String) -> any TextDecoder

  /// The point of a coordinate on a grid; `nil` outside of the grid.
  func coordinate(x: Double, y: Double, on grid: CoordinateReferenceSystem) -> Coordinate?
}

/// Unpacks an input and converts it to UTF-8, whatever the sizes of the parts it comes in.
public protocol TextDecoder: AnyObject {
  /// Whether the text has the bytes of the input, as far as is known.
  var isUnchanged: Bool { get }

  /// Takes the next bytes, none at the end of the input.
  ///
  /// - Returns: The text that is known by now.
  /// - Throws: When the input is damaged, in an encoding that is not read, or not one table.
  func decode(_ bytes: [UInt8]) throws(IndexFileError) -> [UInt8]
}
