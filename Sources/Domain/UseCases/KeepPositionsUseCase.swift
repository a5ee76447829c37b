/// Keeps positions by name, so that coordinates are typed once.
public protocol KeepPositionsUseCase: Sendable {
  /// The positions that are kept; none when there is no file of them.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func positions() throws(StoreError) -> NamedPositions

  /// Changes the positions; other processes wait until it is done.
  ///
  /// - Parameter change: Changes what is kept.
  /// - Returns: What is kept now.
  /// - Throws: When the file cannot be read or written, or is somebody else's.
  @discardableResult
  func update(_ change: (inout NamedPositions) -> Void) throws(StoreError) -> NamedPositions
}
