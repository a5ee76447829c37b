package import Domain
package import Tables

/// Information from the beginning of a JSON file.
package struct JSONBeginning {
  private static let examinedByteCount = 1 << 14
  /// The length in bytes above which a text doesn't count as examined.
  private static let longTextByteCount = 1 << 10

  /// The maximum number of objects and lists of a key that are examined.
  private static let maximumStructures = 4

  /// The distinct keys, in order.
  package private(set) var keys: [String] = []
  /// The objects and lists around the keys.
  private(set) var paths = JSONPaths()
  /// The paths at which each key occurs.
  private(set) var pathsOfKeys: [Set<Int>] = []
  /// The values that are numbers or strings with a number, each with the index of its key in ``keys`` and its path.
  private(set) var numbers: [(key: Int, path: Int, value: Double)] = []
  /// The values that are strings, each with the index of its key in ``keys`` and its path.
  private(set) var texts: [(key: Int, path: Int, value: String)] = []
  /// The first values that are short objects or lists, each with the index of its key in ``keys`` and its path.
  private(set) var structures: [(key: Int, path: Int, bytes: [UInt8])] = []
  /// The CRS that a GeoJSON file of 2008 names.
  package private(set) var crs: CoordinateReferenceSystem?
  /// The copyright that a collection states before its rows.
  package private(set) var copyright: String?
  /// The time of the data, which Overpass and converters of its responses state before the rows.
  package private(set) var time: String?
  /// The name of the CRS, if it isn't supported.
  package private(set) var unsupportedSystem: String?
  /// Whether the document has the arcs of TopoJSON.
  private var hasArcs = false

  /// Examines the first bytes of a file, and as many more as its long texts and the corners of its lines and areas
  /// have.
  package init(_ view: ByteView) {
    var limit = Self.examinedByteCount
    var cursor = JSONViewCursor(view, at: 0)
    var ordinals: [UInt64: Int] = [:]
    var isInReference = false
    var notice: String?
    var noticedTime: String?
    while let offset = view.firstIndex(of: UInt8(ascii: "\""), from: cursor.offset), offset < limit {
      paths.follow(view.part(cursor.offset..<offset))
      cursor.offset = offset
      guard let text = try? cursor.string() else { return }
      if text.raw.count > Self.longTextByteCount { limit += text.raw.count }
      var look = cursor
      let isKey = (try? look.peek()) == UInt8(ascii: ":")
      if isInReference, !isKey { take(system: text.raw.text) }
      guard isKey else { continue }
      // ArcGIS names the CRS by its number, and adds a newer number of the same CRS.
      let value = Self.value(after: look)
      if text.raw.equals("wkid") || text.raw.equals("latestWkid"), let code = value.number.flatMap(Int.init(exactly:)) {
        take(system: "EPSG:\(code)")
      }
      let areArcs = text.raw.equals("arcs") && paths.current == 0 && Self.corners(after: look) != nil
      hasArcs = hasArcs || areArcs
      if text.raw.equals("crs") { isInReference = true }
      if text.raw.equals("copyright") { notice = notice ?? value.text }
      if text.raw.equals("timestamp_osm_base") || text.raw.equals("timestamp") {
        noticedTime = noticedTime ?? value.text
      }
      if text.raw.equals("features") || text.raw.equals("elements") {
        isInReference = false
        copyright = copyright ?? notice
        time = time ?? noticedTime
      }
      let hash = ByteHash.seeded.hash(text.raw)
      let ordinal = ordinals[hash] ?? keys.count
      if ordinal == keys.count {
        ordinals[hash] = ordinal
        keys.append(text.withText(\.text))
        pathsOfKeys.append([])
      }
      paths.enter(keys[ordinal])
      pathsOfKeys[ordinal].insert(paths.current)
      take(value, of: ordinal, at: paths.current)
      // Drupal wraps each value: `{"title":[{"value":"A"}]}`.
      if text.raw.equals("value"), let list = paths.listOfCurrent, let key = keys.firstIndex(of: list.key) {
        take(value, of: key, at: list.path)
      }
      if structures.count(where: { $0.key == ordinal }) < Self.maximumStructures,
        let bytes = Self.structure(after: look)
      {
        structures.append((ordinal, paths.current, bytes))
      }
      if areArcs || GeometryExtent.isListOfPositions(text.raw), let end = Self.endOfCorners(after: look) {
        limit += end - cursor.offset
        cursor.offset = end
      }
    }
  }

  /// Returns the list of lists after a colon; `nil` for another value.
  private static func corners(after colon: JSONViewCursor) -> JSONViewCursor? {
    var cursor = colon
    guard (try? cursor.expect(UInt8(ascii: ":"))) != nil, (try? cursor.peek()) == UInt8(ascii: "[") else { return nil }
    var look = cursor
    guard (try? look.take(UInt8(ascii: "["))) == true, (try? look.peek()) == UInt8(ascii: "[") else { return nil }
    return cursor
  }

  /// Returns the end of the list of lists after a colon.
  private static func endOfCorners(after colon: JSONViewCursor) -> Int? {
    guard var cursor = corners(after: colon), (try? cursor.skip()) != nil else { return nil }
    return cursor.offset
  }

  /// Whether the file is an Overpass response, or was made from one, without a copyright of its own.
  package var isOverpass: Bool { copyright.map(OpenStreetMapNotice.isMeant) ?? keys.contains("osm3s") }

  /// Whether the properties are OpenStreetMap tags, as Overpass and `osmium export` write them.
  package var isOfElements: Bool {
    keys.contains("osm3s") || isOpenStreetMap || hasElements || hasElementTypes
      || keys.contains("@id") && texts.contains { keys[$0.key] == "@type" && Self.typesOfElements.contains($0.value) }
  }

  static let typesOfElements: Set<String> = ["node", "way", "relation"]

  /// Whether the properties of features are elements: a type, an id and tags.
  package var hasElementTypes: Bool {
    guard let tags = keys.firstIndex(of: "tags"), let id = keys.firstIndex(of: "id") else { return false }
    let paths = pathsOfKeys[tags].intersection(pathsOfKeys[id]).filter { self.paths.steps[$0].last == "properties" }
    return texts.contains {
      keys[$0.key] == "type" && paths.contains($0.path) && Self.typesOfElements.contains($0.value)
    }
  }

  /// Whether the file contains elements as in an Overpass response, in any wrapper.
  private var hasElements: Bool {
    keys.contains("elements") && keys.contains("tags")
      && texts.contains { keys[$0.key] == "type" && Self.typesOfElements.contains($0.value) }
  }

  /// Whether rows have ids of OpenStreetMap, such as `node/1`.
  package var isOpenStreetMap: Bool {
    texts.contains { key, _, value in
      let parts = value.split(separator: "/", omittingEmptySubsequences: false)
      return ["id", "@id"].contains(keys[key]) && parts.count == 2 && Self.typesOfElements.contains(String(parts[0]))
        && parts[1].trimmingPrefix("-").allSatisfy(\.isNumber)
    }
  }

  /// The keys of OpenStreetMap whose values aren't tags.
  package var plainKeys: Set<String> {
    let found = keys.indices.filter { TagKeys.contains(keys[$0]) }
    guard !found.isEmpty else { return [] }
    let values = found.map { key in
      let others = numbers.filter { $0.key == key }.map { String($0.value) }
      let texts = texts.filter { $0.key == key }.map(\.value)
      return (keys[key], texts.isEmpty ? others : texts)
    }
    // A tag is a text; an object under its key with a name or a position is a thing of its own.
    let fields = fields(FieldNames())
    let members = keys.indices.filter { fields[$0]?.isIdentity == true || fields[$0]?.isOfCoordinate == true }
    let things = Set(members.flatMap { pathsOfKeys[$0] }.compactMap { paths.steps[$0].last })
    let objects = values.filter { key, texts in texts.isEmpty && things.contains(key) }.map(\.0)
    return TagKeys.plain(values, isOfElements: hasElementIDs).union(objects)
  }

  /// Whether a key shows that the rows are OpenStreetMap elements.
  package var hasElementIDs: Bool {
    let hasIDs = keys.contains(where: TagKeys.isID)
    return keys.indices.contains { key in
      TagKeys.areOfElements(keys[key], hasIDs: hasIDs) { texts.filter { $0.key == key }.map(\.value) }
    }
  }

  /// The format, if the file has rows in a form that can't be read: TopoJSON, or lists of values.
  package var foreignFormat: ForeignFormat? {
    let isTopology = hasArcs || texts.contains { keys[$0.key] == "type" && $0.path == 0 && $0.value == "Topology" }
    if isTopology, keys.contains("transform") || !hasDecimalCoordinates { return .topoJSON }
    // Socrata writes its columns in `meta.view`; CKAN and pandas write lists next to their titles.
    let areLists = ["data", "records", "rows"].contains { paths.has([$0, JSONPaths.list, JSONPaths.list]) }
    return paths.has(["meta", "view"]) || areLists ? .arraysOfJSON : nil
  }

  private var hasDecimalCoordinates: Bool {
    texts.contains { keys[$0.key] == "coordinates" && $0.value.contains(".") }
  }

  /// Returns the string and the number after a colon; a string may contain the number.
  private static func value(after colon: JSONViewCursor) -> (text: String?, number: Double?) {
    var cursor = colon
    guard (try? cursor.expect(UInt8(ascii: ":"))) != nil, let first = try? cursor.peek() else { return (nil, nil) }
    if first == UInt8(ascii: "["), let end = cursor.bytes.firstIndex(of: UInt8(ascii: "]"), from: cursor.offset) {
      let list = cursor.bytes.part(cursor.offset..<end + 1)
      return (CoordinateTextParser.parse(list) == nil ? nil : list.text, nil)
    }
    guard first == UInt8(ascii: "\"") else { return (nil, (try? cursor.scalar()).flatMap(DecimalNumber.parse)) }
    guard let text = try? cursor.string() else { return (nil, nil) }
    return (text.withText(\.text), DecimalNumber.parse(text.raw.trimmed))
  }

  /// Returns the field of each key.
  package func fields(_ names: FieldNames) -> [ImportField?] {
    keys.map { key in names.entry(of: key)?.field }
  }

  private mutating func take(_ value: (text: String?, number: Double?), of key: Int, at path: Int) {
    if let number = value.number { numbers.append((key, path, number)) }
    if let text = value.text { texts.append((key, path, text)) }
  }

  private mutating func take(system: String) {
    if let found = CoordinateReferenceSystem(word: system) {
      if found != .wgs84 { crs = found }
    } else if system.uppercased().contains("EPSG") {
      unsupportedSystem = system
    }
  }
}
