import Domain
import Tables

/// Rewrites OpenStreetMap data as XML as blobs, as which it is read like a file of those.
struct OSMXMLReader {
  /// The properties that the data declares.
  var fileHeader: OSMFileHeader { OSMFileHeader(time: time, isExtract: !isSelection) }
  private(set) var writer = BlobWriter()
  private let path: String
  private var cursor: XMLCursor
  private var element = RewrittenElement()
  /// The middle of the element or the corners of its box, as the answer to a query tells them.
  private var outline: [RewrittenElement.Position] = []
  /// Whether a part of the element has its position, and whether one has no id.
  private var hasPositions = false
  private var lacksIDs = false
  /// Whether the member that was begun is a way, and how many positions there were before it.
  private var isOfWay = false
  private var positionsBefore = 0
  private var isDeleted = false
  /// The element before, and its version: a history has those of an element one after the other.
  private var lastKind: ElementKinds = []
  private var lastID: Int64 = 0
  private var lastVersion: String?
  /// Whether it is the answer to a query.
  private var isSelection = false
  private var time: String?
  /// What a service said when it cut its answer short; `nil` if it did not.
  private(set) var remark: String?

  /// Reads all of a text; `path` is its name for messages.
  init(_ text: [UInt8], path: String) throws(IndexFileError) {
    self.path = path
    cursor = XMLCursor(text)
    while let token = try next() {
      switch token {
      case .start: try start()
      case .end: try end()
      case .text: if cursor.name == "remark" { remark = (remark ?? "") + String(decoding: cursor.text, as: UTF8.self) }
      }
    }
    writer.finishBlob()
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
    case "bounds" where element.kind.isEmpty: noteMaker(value(of: "origin"))
    case "bounds":
      let corners = [try position("minlat", "minlon"), try position("maxlat", "maxlon")].compactMap(\.self)
      // The middle of `out center` has come before.
      if outline.isEmpty { outline = corners }
    case "center": outline = [try position("lat", "lon")].compactMap(\.self)
    case "node": try begin(.nodes)
    case "way": try begin(.ways)
    case "relation": try begin(.relations)
    case "tag":
      guard let key = value(of: "k"), let value = value(of: "v") else { return }
      element.keys.append(writer.number(of: key))
      element.values.append(writer.number(of: value))
    case "nd":
      try addPosition()
      // Within a member, it is a corner of its shape.
      guard element.kind == .ways else { return }
      let id = value(of: "ref").flatMap { Int64($0) }
      if id == nil { lacksIDs = true }
      element.members.append(id ?? 0)
    case "member":
      guard let id = value(of: "ref").flatMap({ Int64($0) }) else { throw malformed("a member has no id") }
      element.members.append(id)
      let type = value(of: "type")
      element.types.append(type == "node" ? 0 : type == "way" ? 1 : 2)
      element.roles.append(writer.number(of: value(of: "role") ?? ""))
      positionsBefore = element.positions.count
      if type == "node" { try addPosition() }
      isOfWay = type == "way"
    default: break
    }
  }

  private mutating func addPosition() throws(IndexFileError) {
    let position = try position("lat", "lon")
    if position != nil { hasPositions = true }
    element.positions.append(position ?? .absent)
  }

  /// The position that two attributes tell; `nil` if they are not there.
  private func position(
    _ latitudeName: String,
    _ longitudeName: String
  ) throws(IndexFileError) -> RewrittenElement.Position? {
    guard value(of: latitudeName) != nil || value(of: longitudeName) != nil else { return nil }
    guard let latitude = decimal(of: latitudeName), let longitude = decimal(of: longitudeName), abs(latitude) <= 1000,
      abs(longitude) <= 1000
    else { throw malformed("a node has no coordinates") }
    return RewrittenElement.Position(
      latitude: Int64((latitude * 1e7).rounded()),
      longitude: Int64((longitude * 1e7).rounded())
    )
  }

  private mutating func begin(_ kind: ElementKinds) throws(IndexFileError) {
    guard let id = value(of: "id").flatMap({ Int64($0) }) else { throw malformed("an element has no id") }
    let version = value(of: "version")
    let isNextVersion = kind == lastKind && id == lastID && version != lastVersion
    guard !isNextVersion, value(of: "visible") != "false" else {
      throw .openStreetMapUnreadable(path: path, .history)
    }
    lastKind = kind
    lastID = id
    lastVersion = version
    // As editors mark what is to be deleted.
    isDeleted = value(of: "action") == "delete"
    element = RewrittenElement(kind: kind, id: id)
    outline = []
    hasPositions = false
    lacksIDs = false
    writer.begin(kind)
    guard kind == .nodes else { return }
    guard let position = try position("lat", "lon") else { throw malformed("a node has no coordinates") }
    element.latitude = position.latitude
    element.longitude = position.longitude
  }

  private mutating func end() throws(IndexFileError) {
    switch cursor.name {
    case "member":
      // A way without its shape is one that is missing.
      if isOfWay, element.positions.count == positionsBefore { element.positions.append(.absent) }
    case "node", "way", "relation":
      try settlePositions()
      if !isDeleted { writer.append(element) }
      element = RewrittenElement()
    default: break
    }
  }

  /// Decides where the element lies: by what is told of it as a whole, else by the positions that it has, else by what
  /// it is made of.
  private mutating func settlePositions() throws(IndexFileError) {
    if !outline.isEmpty {
      element.positions = outline
      if element.kind == .ways { element.members = outline.map { _ in 0 } }
    } else if !hasPositions {
      guard !lacksIDs else { throw malformed("a member has no id") }
      element.positions = []
    }
  }

  private mutating func noteMaker(_ name: String?) {
    if name?.lowercased().contains("overpass") == true { isSelection = true }
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
    let reader = try OSMXMLReader(try XMLDeclaration.utf8(of: text, path: window.path), path: window.path)
    header.note(remark: reader.remark)
    let input = RandomAccessInput(reader.writer.bytes, path: window.path)
    try readElements(of: input, saying: [reader.fileHeader], progress)
  }
}
