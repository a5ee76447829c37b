import Domain
import Rows
import System
import Tables

/// The places of an index during a build, without repeated ids.
struct CollectedPlaces: ~Copyable {
  /// The coordinates and categories of the places.
  var points: [CollectedPoint] = []
  var arena = RowArena()
  var categories = CategoryList()
  /// The number of rows that were merged into an earlier place.
  var mergedCount = 0
  /// Places with the id of another place; `nil` if there are none.
  var clashes: IdentifierClashes?
  /// The numbers of the places by their ids.
  var ids = HashTable()
  /// The number of the current input; `nil` if unknown.
  var input: Int?
  /// The number of places before the current input.
  var countBeforeInput = 0
  /// The maximum size of the categories in bytes.
  var maximumCategoryBytes = CategoryList.maximumByteCount
  var limits = ProcessLimits()
  /// The size of the places, in bytes, at the last check of the available memory.
  private var checkedBytes = 0
  /// The number of times that rows of the current input without id and name have repeated a place.
  var repetitions: [Int: Int] = [:]

  /// The places without a name that have the id of another such place nearby, each with that place's number.
  var undecided: [(place: CollectedPoint, earlier: Int)] = []

  /// Begins an input.
  ///
  /// A row without id and name may equal a place of an earlier input, but each row of the current input is a place of
  /// its own.
  mutating func beginInput() {
    countBeforeInput = points.count
    repetitions = [:]
  }

  /// Throws an error if memory or the size of the categories reaches its limit.
  ///
  /// There must be memory to double the arrays and to read the next part in every thread.
  mutating func checkLimits() throws(IndexFileError) {
    try categories.check(maximumCategoryBytes)
    let growth = points.count * 2 * (MemoryLayout<CollectedPoint>.stride + 16) + 32 << 20
    guard ProcessLimits.isMappable(growth) else { throw .outOfMemory(bytes: growth) }
    // The available memory is queried again only after enough data was added to change the result.
    let held = points.count * MemoryLayout<CollectedPoint>.stride + categories.byteCount + arena.byteCount
    guard held >= checkedBytes + Self.bytesBetweenChecks else { return }
    checkedBytes = held
    guard limits.hasMemory(for: growth) else { throw .outOfMemory(bytes: growth) }
  }

  private static let bytesBetweenChecks = 64 << 20

  /// Adds a place of another index unchanged; its row must not be in this object's arena.
  mutating func add(
    _ other: RowFormat,
    attributes: ByteView,
    at coordinate: StoredCoordinate,
    category: UInt32
  ) throws(IndexFileError) {
    let row = arena.append(other, attributes: attributes)
    let (latitude, longitude) = coordinate
    try add(CollectedPoint(latitude: latitude, longitude: longitude, category: category, row: row))
  }

  /// Adds a place whose text fields are in ``arena``; throws an error if the index is full.
  mutating func add(_ point: CollectedPoint) throws(IndexFileError) {
    try add(point, idHash: ByteHash.seeded.hash(RowFormat.id(of: arena.view(point.row))))
  }

  /// Adds a place, given the hash of its id; throws an error if the index is full.
  @inline(__always)
  mutating func add(_ point: CollectedPoint, idHash: UInt64) throws(IndexFileError) {
    guard points.count < IndexLayout.maximumPlaceCount else {
      throw .tooManyPlaces(limit: IndexLayout.maximumPlaceCount)
    }
    let earlier = ids.insert(idHash) { number in
      RowFormat.id(of: arena.view(points[number].row)).equals(RowFormat.id(of: arena.view(point.row)))
    }
    guard let earlier else { return points.append(point) }
    if isOnePlace(points[earlier], point) {
      if mayBeApart(points[earlier], point) { return undecided.append((point, earlier)) }
      let repetition = repetition(of: earlier, by: point)
      return repetition == 0 ? merge(point, into: earlier) : try addApart(point, repetition: repetition)
    }
    noteClash(of: points[earlier], with: point)
    try addApart(point)
  }

  func id(of number: Int) -> ByteView { RowFormat.id(of: arena.view(points[number].row)) }
}

struct CollectedPoint: BitwiseCopyable {
  /// The latitude in units of 1e-7 degree.
  let latitude: Int32
  /// The longitude in units of 1e-7 degree.
  let longitude: Int32
  /// The number of the category entry.
  var category: UInt32
  /// The location of the text fields.
  var row: RowArena.Row
}
