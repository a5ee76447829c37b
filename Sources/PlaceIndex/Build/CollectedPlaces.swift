import Domain

/// The places of an index while it is built, each id once.
struct CollectedPlaces: ~Copyable {
  /// The coordinates and categories of the places.
  var points: [CollectedPoint] = []
  var arena = RowArena()
  var categories = CategoryList()
  /// The number of rows that were merged into an earlier place.
  var mergedCount = 0
  /// Places with the id of another place; `nil` if there are none.
  var clashes: IdentifierClashes?
  var ids = IdentifierTable()
  /// The number of the input whose places are added; `nil` if nobody said.
  var input: Int?
  /// The number of places before the current input.
  var countBeforeInput = 0
  /// The maximum byte count of the categories.
  var maximumCategoryBytes = CategoryList.maximumByteCount
  var availableMemory = AvailableMemory()
  /// The bytes that the places had when the memory of the system was asked for last.
  private var checkedBytes = 0
  /// How often rows of the current input without id and name have repeated a place.
  var repetitions: [Int: Int] = [:]

  /// Begins an input: a row without id and name is the same place as one of an earlier input, but never as one of its
  /// own.
  mutating func beginInput() {
    countBeforeInput = points.count
    repetitions = [:]
  }

  /// Throws when there is no memory for the lists to grow to twice their size, and for the rows of the next part in
  /// every thread; or when a file cannot hold the categories.
  mutating func checkLimits() throws(IndexFileError) {
    try categories.check(maximumCategoryBytes)
    let growth = points.count * 2 * (MemoryLayout<CollectedPoint>.stride + 16) + 32 << 20
    guard LargeMemory.isMappable(growth) else { throw .outOfMemory(bytes: growth) }
    // The system's files are read again when so much was added that the answer may be another.
    let held = points.count * MemoryLayout<CollectedPoint>.stride + categories.byteCount + arena.byteCount
    guard held >= checkedBytes + Self.bytesBetweenChecks else { return }
    checkedBytes = held
    guard LargeMemory.hasRoom(for: growth, in: availableMemory) else { throw .outOfMemory(bytes: growth) }
  }

  private static let bytesBetweenChecks = 64 << 20

  /// Adds a place, in units of 1e-7 degree; throws when the index is full.
  mutating func add(_ fields: PlaceFields, latitude: Int32, longitude: Int32, category: UInt32) throws(IndexFileError) {
    let row = RowComposer.append(fields, to: &arena)
    try add(CollectedPoint(latitude: latitude, longitude: longitude, category: category, row: row))
  }

  /// Adds a place of another index unchanged, whose row must not be in the memory of this one.
  mutating func add(
    _ other: RowFormat,
    attributes: ByteView,
    at coordinate: StoredCoordinate,
    category: UInt32
  ) throws(IndexFileError) {
    let fields = PlaceFields(other, attributes: attributes)
    let row = RowComposer.append(fields, key: other.searchKey.array, to: &arena)
    let (latitude, longitude) = coordinate
    try add(CollectedPoint(latitude: latitude, longitude: longitude, category: category, row: row))
  }

  private mutating func add(_ point: CollectedPoint) throws(IndexFileError) {
    try add(point, tag: IdentifierTable.tag(of: RowFormat.id(of: arena.view(point.row))))
  }

  /// Adds a place whose text fields are in ``arena``, and whose id has a known ``IdentifierTable/tag(of:)``.
  @inline(__always)
  mutating func add(_ point: CollectedPoint, tag: UInt32) throws(IndexFileError) {
    guard points.count < IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    let earlier = ids.insert(tag: tag, number: points.count) { number in
      RowFormat.id(of: arena.view(points[number].row)).equals(RowFormat.id(of: arena.view(point.row)))
    }
    guard let earlier else { return points.append(point) }
    if isOnePlace(points[earlier], point) {
      let repetition = repetition(of: earlier, by: point)
      return repetition == 0 ? merge(point, into: earlier) : try addApart(point, repetition: repetition)
    }
    noteClash(of: points[earlier], with: point)
    try addApart(point)
  }

  func id(of number: Int) -> ByteView { RowFormat.id(of: arena.view(points[number].row)) }
}

struct CollectedPoint: BitwiseCopyable {
  /// Units of 1e-7 degree.
  let latitude: Int32
  /// Units of 1e-7 degree.
  let longitude: Int32
  /// The number of its entry of categories.
  var category: UInt32
  /// The location of its text fields.
  var row: RowArena.Row
}

extension CategoryGroup {
  /// The group's bit in a set of groups.
  var bit: UInt32 { 1 << UInt32(ordinal) }
}
