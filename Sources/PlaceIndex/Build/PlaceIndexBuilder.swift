public import Domain

/// Collects places and puts them into an index.
///
/// Places with the same id are merged: the first one stays, later ones add their categories and the text fields that it
/// lacks. Memory: about 60 bytes for each place besides its text.
public final class PlaceIndexBuilder {
  /// What the index says about itself.
  public var description: IndexDescription
  /// How many places there are.
  public var placeCount: Int { collected.points.count }
  /// How many rows were merged into a place that was there already.
  public var mergedCount: Int { collected.mergedCount }
  /// Places that came with the id of another; `nil` without any.
  public var clashes: IdentifierClashes? { collected.clashes }

  /// The places so far.
  var collected = CollectedPlaces()

  /// Starts an empty index.
  ///
  /// - Parameter description: What the index will say about itself.
  public init(description: IndexDescription = IndexDescription()) {
    self.description = description
  }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place; its coordinate is rounded to 1e-7 degree.
  ///   - groups: Groups that it belongs to beside its own. The first of them is shown for a place without a group.
  /// - Throws: When the index is full.
  public func add(_ place: Place, groups: Set<CategoryGroup> = []) throws(IndexFileError) {
    let sourceCategory = collected.sourceCategories.number(of: place.categoryPath ?? "")
    let mask = groups.reduce(place.group?.bit ?? 0) { $0 | $1.bit }
    let shown = place.group ?? groups.min { $0.ordinal < $1.ordinal }
    let primary = shown.storedNumber
    let latitude = FixedPoint.units(place.coordinate.latitude)
    let longitude = FixedPoint.units(place.coordinate.longitude)
    let packed = place.text.utf8
    try ByteView.over(packed) { (all) throws(IndexFileError) in
      let fields = PlaceFields(
        id: all.part(place.text.range(of: .id)),
        name: all.part(place.text.range(of: .name)),
        phone: all.part(place.text.range(of: .phone)),
        lotAddress: all.part(place.text.range(of: .lotAddress)),
        roadAddress: all.part(place.text.range(of: .roadAddress)),
        url: all.part(place.text.range(of: .url))
      )
      try collected.add(
        fields,
        latitude: latitude,
        longitude: longitude,
        groups: mask,
        primary: primary,
        sourceCategory: sourceCategory
      )
    }
  }
}

extension PlaceIndexBuilder {
  /// Puts the places into an index in memory.
  ///
  /// - Parameter name: What to call the index in errors.
  /// - Returns: The index.
  /// - Throws: When there is not enough memory.
  /// - Complexity: O(n log n) in time, O(n) in memory.
  public func makeIndex(name: String = "") throws(IndexFileError) -> PlaceIndex {
    try PlaceIndex(assemble(), path: name)
  }

  /// Writes the places to an index file.
  ///
  /// The file is complete or not there at all: it is written under a temporary name, synced and renamed.
  ///
  /// - Parameter path: The file; one that is there is replaced, and who reads it keeps it whole.
  /// - Returns: The index, in memory.
  /// - Throws: When the file cannot be written or there is not enough memory.
  public func write(to path: String) throws(IndexFileError) -> PlaceIndex {
    let assembler = try assembler()
    let bytes: IndexBytes
    do throws(SystemError) {
      bytes = try assembler.finished(at: path)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    return try PlaceIndex(bytes, path: path)
  }

  func assemble() throws(IndexFileError) -> IndexBytes { try assembler().finished() }

  /// Fewer places than this are not worth the start of a thread.
  private static let fewPlaces = 1 << 15

  private func assembler() throws(IndexFileError) -> IndexAssembler {
    collected.shareChainNames()
    let threads = placeCount < Self.fewPlaces ? 1 : Threads.available
    do throws(SystemError) {
      return try IndexAssembler(collected, description: description, threads: threads)
    } catch {
      throw .outOfMemory(bytes: placeCount * 100)
    }
  }
}
