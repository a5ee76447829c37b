import Domain
import Rows
import Synchronization
import Tables

/// Restricts a search by category entries, by entries and attribute conditions, or to an explicit set of places.
final class PlaceFilter: Sendable {
  let partitions: [Int]
  /// The categories without places in the index.
  let absent: [PlaceCategory]
  /// Every matching place has at least one of these bits.
  private let mask: CategoryMask
  /// Whether each category entry of the file matches.
  private let wanted: SharedArray<Bool>
  private let content: IndexContent
  /// The conditions on attributes; `nil` without conditions.
  private let attributes: AttributeFilter?
  /// The explicit set of places; `nil` for a filter by categories.
  private let places: PlaceTree?
  /// The filter without the conditions; `nil` without conditions or categories.
  let ofCategories: PlaceFilter?
  /// The number of places; 0 if they haven't been counted yet.
  private let counted = Atomic<Int>(0)
  private let few = AtomicLazyReference<FewPlaces>()

  /// Finds the entries of some categories, in O(n) for n entries.
  init(_ categories: [PlaceCategory], in content: IndexContent) throws(IndexHeader.FormatError) {
    var mask = CategoryMask.none
    var sets = Set<UInt32>()
    let wanted = SharedArray(repeating: false, count: content.categoryCount)
    var absent: [PlaceCategory] = []
    for category in categories {
      let matchers = content.files.map { CategoryMatcher(category, kinds: $0.kinds) }
      let ofGiven = content.files.indices.filter { !content.files[$0].isOverlay }.map { matchers[$0] }
      if let unknown = ofGiven.first?.unknownKind, ofGiven.allSatisfy({ $0.unknownKind != nil }) {
        throw .kindUnknown(unknown.slug)
      }
      var isFound = false
      content.forEachCategory { number, entry in
        let file = content.fileNumber(ofCategory: UInt32(number))
        guard matchers[file].matches(entry) else { return }
        wanted[number] = true
        isFound = true
        sets.insert(entry.groups)
        // One bit per entry is enough. The bit of the requested kind, or else of the narrowest kind, occurs least
        // often.
        let kindCount = content.files[file].kinds.count
        let bits = entry.mask(number: content.localNumber(ofCategory: number), kindCount: kindCount)
        let kind = matchers[file].kind.flatMap { entry.kinds.contains($0) ? $0 : nil }
        if let bit = kind ?? bits.first { mask.insert(bit) }
      }
      guard !isFound else { continue }
      let refusals = ofGiven.compactMap { $0.refusal(in: content) }
      if let refusal = refusals.first(where: \.isOfKind) ?? refusals.first, refusals.count == ofGiven.count {
        throw refusal
      }
      // A file that is too old to know the kind may have such places.
      let isOpen = ofGiven.contains { $0.unknownKind != nil } || refusals.contains(where: \.isOfKind)
      if category != .any, !isOpen { absent.append(category) }
    }
    self.mask = mask
    self.wanted = wanted
    self.content = content
    self.absent = absent
    attributes = nil
    places = nil
    ofCategories = nil
    partitions = content.allPartitions.filter { sets.contains(content.partitions[$0].groups) }
  }

  /// Restricts a scope to places that satisfy conditions.
  init(_ attributes: AttributeFilter, of scope: PlaceSearch.Scope, in content: IndexContent) {
    partitions = scope.partitions
    absent = scope.absent
    mask = scope.filter?.mask ?? .all
    wanted = scope.filter?.wanted ?? SharedArray(repeating: true, count: content.categoryCount)
    self.content = content
    self.attributes = attributes
    places = nil
    ofCategories = scope.filter
  }

  /// Restricts a scope to an explicit set of places, without hidden places.
  init(_ places: [UInt32], of scope: PlaceSearch.Scope, in content: IndexContent) {
    partitions = scope.partitions
    absent = scope.absent
    mask = .all
    wanted = SharedArray(repeating: true, count: 0)
    self.content = content
    self.places = PlaceTree(places, in: content)
    attributes = nil
    ofCategories = nil
    counted.store(places.count, ordering: .relaxed)
  }

  /// The explicit set of places; `nil` for a filter by categories.
  var set: PlaceSet? { places?.set }

  /// Whether the filter has conditions.
  var isConditioned: Bool { attributes != nil }

  /// Returns the children of a node of a file that contain matching places, one bit each.
  @inline(__always)
  func children(ofNode node: Int, inFile file: Int) -> UInt32 {
    if let places { return places.children(ofNode: node) }
    var bits: UInt32 = 0
    let at = (node - content.files[file].firstNode) * IndexLayout.maskBytes
    let masks = content.files[file].masks
    content.files[file].checker?.check(at, IndexLayout.maskBytes, of: masks)
    for child in 0..<IndexLayout.fanOut
    where CategoryMask(masks, at: at + child * CategoryMask.byteCount).intersects(mask) {
      bits |= 1 << UInt32(child)
    }
    return bits
  }

  /// The matching places, if they are few; `nil` if finding all of them is slow.
  var fewPlaces: [FewPlaces.Element]? {
    places == nil && attributes?.isSlow != true
      ? (few.load() ?? few.storeIfNil(FewPlaces(of: self, in: content))).places : nil
  }

  /// Returns the number of matching places, which is counted once; a batch needs it repeatedly.
  func placeCount(_ count: () -> Int) -> Int {
    let known = counted.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let number = count()
    counted.store(number, ordering: .relaxed)
    return number
  }

  @inline(__always)
  func contains(_ position: UInt32) -> Bool {
    if let places { return places.set.contains(position) }
    let number = Int(content.categoryNumber(at: position))
    guard number < wanted.count, wanted[number], content.hidden?.contains(position) != true else { return false }
    return attributes?.contains(position) ?? true
  }

  /// Returns the given places of a block that match, one bit per slot.
  @inline(__always)
  func places(_ some: UInt32, ofBlock block: Int) -> UInt32 {
    if let places { return some & places.set.places(ofBlock: block) }
    var rest = attributes?.places(some, ofBlock: block) ?? some
    var found = UInt32(0)
    while rest != 0 {
      let slot = UInt32(takeLowestBit(&rest))
      if contains(UInt32(block * IndexLayout.blockSize) + slot) { found |= 1 << slot }
    }
    return found
  }
}
