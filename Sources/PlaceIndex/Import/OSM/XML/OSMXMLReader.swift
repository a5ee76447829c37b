import Domain
import TextParsing

/// Rewrites OpenStreetMap data as XML as blobs, as which it is read like a file of those.
struct OSMXMLReader {
  /// What the data says of itself, once for each area that it holds.
  private(set) var headers: [OSMFileHeader] = []
  private(set) var writer = BlobWriter()
  private let path: String
  private var cursor: XMLCursor
  private var element = RewrittenElement()
  private var isDeleted = false
  /// Whether it may lack some of what lies in the areas that it names: the answer to a query does.
  private var isSelection = false
  private var time: String?
  private var areas: [BoundingBox] = []

  /// Reads all of a text; `path` is its name for messages.
  init(_ text: [UInt8], path: String) throws(IndexFileError) {
    self.path = path
    cursor = XMLCursor(text)
    while let token = try next() {
      switch token {
      case .start: try start()
      case .end: end()
      case .text: break
      }
    }
    writer.finishBlob()
    let known: [BoundingBox?] = isSelection || areas.isEmpty ? [nil] : areas
    headers = known.map { OSMFileHeader(area: $0, time: time) }
  }

  private mutating func next() throws(IndexFileError) -> XMLToken? {
    do throws(NotXML) { return try cursor.next() } catch {
      switch error {
      case .incomplete: throw malformed("it is cut short")
      case .malformed: throw malformed("it is not XML")
      case .entities: throw malformed("it declares entities")
      }
    }
  }

  private func malformed(_ detail: String) -> IndexFileError {
    .malformed(path: path, detail: detail, offset: cursor.offset)
  }

  private func value(of name: String) -> String? { cursor.attributes.first { $0.name == name }?.value }
  private func decimal(of name: String) -> Double? {
    value(of: name).flatMap { DecimalNumber.value(of: Array($0.utf8).span) }
  }

  private mutating func start() throws(IndexFileError) {
    switch cursor.name {
    case "osm": noteMaker(value(of: "generator"))
    case "meta": time = value(of: "osm_base").flatMap { DataTime.read($0) }
    case "bounds": noteArea()
    case "node": try begin(.nodes)
    case "way": try begin(.ways)
    case "relation": try begin(.relations)
    case "tag":
      guard let key = value(of: "k"), let value = value(of: "v") else { return }
      element.keys.append(writer.number(of: key))
      element.values.append(writer.number(of: value))
    case "nd", "member":
      guard let id = value(of: "ref").flatMap({ Int64($0) }) else { throw malformed("a member has no id") }
      element.members.append(id)
      let type = value(of: "type")
      element.types.append(type == "node" ? 0 : type == "way" ? 1 : 2)
      element.roles.append(writer.number(of: value(of: "role") ?? ""))
    default: break
    }
  }

  private mutating func begin(_ kind: ElementKinds) throws(IndexFileError) {
    guard let id = value(of: "id").flatMap({ Int64($0) }) else { throw malformed("an element has no id") }
    if value(of: "visible") == "false" { throw .openStreetMapUnreadable(path: path, .history) }
    // As editors mark what is to be deleted.
    isDeleted = value(of: "action") == "delete"
    element = RewrittenElement(kind: kind, id: id)
    writer.begin(kind)
    guard kind == .nodes else { return }
    guard let latitude = decimal(of: "lat"), let longitude = decimal(of: "lon"), abs(latitude) <= 1000,
      abs(longitude) <= 1000
    else { throw malformed("a node has no coordinates") }
    element.latitude = Int64((latitude * 1e7).rounded())
    element.longitude = Int64((longitude * 1e7).rounded())
  }

  private mutating func end() {
    guard ["node", "way", "relation"].contains(cursor.name), !isDeleted else { return }
    writer.append(element)
  }

  private mutating func noteMaker(_ name: String?) {
    if name?.lowercased().contains("overpass") == true { isSelection = true }
  }

  private mutating func noteArea() {
    noteMaker(value(of: "origin"))
    guard let west = decimal(of: "minlon"), let south = decimal(of: "minlat"), let east = decimal(of: "maxlon"),
      let north = decimal(of: "maxlat"), west < east, south < north,
      let area = try? BoundingBox(west: west, south: south, east: east, north: north)
    else { return }
    areas.append(area)
  }
}

extension InputForm {
  /// OpenStreetMap data as XML.
  static let osmXML = InputForm(.extract, where: { $0.signature == .osmXML }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readElementsOfXML(&window, progress)
  }
}

extension PlaceImporter {
  /// Reads OpenStreetMap data as XML, which is taken to memory and rewritten there.
  mutating func readElementsOfXML(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    let placeCount = builder.placeCount
    let text = try RandomAccessInput.memory(of: &window) { (byteCount) throws(IndexFileError) in
      if let progress, !progress(byteCount, placeCount) { throw .cancelled }
    }
    let reader = try OSMXMLReader(text, path: window.path)
    let input = RandomAccessInput(reader.writer.bytes, path: window.path)
    try readElements(of: input, saying: reader.headers, progress)
  }
}
