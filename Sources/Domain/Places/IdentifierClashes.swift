/// Places that came with the id of another place, with the first of them.
///
/// Ids are one source's own: the same id in two inputs, or far apart in one, is not one place. Such a place is kept under
/// its id with something behind it that tells the two apart.
public struct IdentifierClashes: Sendable, Hashable {
  /// How many there were, 1 or more.
  public let count: Int
  /// The id of the first.
  public let id: String
  /// The names of the two places that have it; empty for a place without one.
  public let names: [String]
  /// How far apart those two are, in metres.
  public let meters: Double

  /// Makes a count.
  public init(count: Int, id: String, names: [String], meters: Double) {
    self.count = count
    self.id = id
    self.names = names
    self.meters = meters
  }
}
