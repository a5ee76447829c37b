/// One level of one partition's tree, as a search steps through it.
///
/// The levels of a partition follow one another, blocks not among them, lowest first: the level below is the one before.
struct TreeLevel: Sendable {
  /// The level's first node, across the whole file.
  let firstNode: Int
  /// How many children the level's nodes have together.
  let childCount: Int
  /// What to add to a child's number: the partition's first block when the children are blocks, else 0.
  let firstChild: Int
  /// Whether the children are blocks.
  let isLowest: Bool
}
