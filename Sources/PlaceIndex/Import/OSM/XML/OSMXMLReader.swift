import Domain
import Rows
import Tables

/// Converts OpenStreetMap XML to blobs, which are then read like an OpenStreetMap file.
struct OSMXMLReader {
  /// The metadata that the data declares.
  var fileHeader: OSMFileHeader { OSMFileHeader(time: time) }
  private(set) var writer = BlobWriter()
  private let path: String
  private var cursor: XMLCursor
  private var element = RewrittenElement()
  /// The middle of the element or the corners of its box, in the response to a query.
  private var outline: [RewrittenElement.Point] = []
  /// Whether any part of the element has a coordinate, and whether any part has no id.
  private var hasPositions = false
  private var lacksIDs = false
  /// Whether the current member is a way, and the number of coordinates before it.
  private var isOfWay = false
  private var positionsBefore = 0
  private var isDeleted = false
  /// The previous element and its version; in a history, the versions of an element are consecutive.
  private var lastKind: ElementKinds = []
  private var lastID: Int64 = 0
  private var lastVersion: String?
  private var time: String?
  /// The service's remark about truncating its response; `nil` if the response is complete.
  private(set) var remark: String?

  /// Reads a text; `path` is its name in messages.
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
    do throws(SyntaxError) { return try cursor.next() } catch { throw malformed(error.detail(of: "XML")) }
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
    case "meta": time = value(of: "osm_base").flatMap { DataTime.read($0) }
    case "bounds":
      let corners = [try position("minlat", "minlon"), try position("maxlat", "maxlon")].compactMap(\.self)
      // `out center` writes the middle first.
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
      // Within a member, the node is a corner of the member's shape.
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

  /// Returns the coordinate in two attributes; `nil` if they are missing.
  private func position(
    _ latitudeName: String,
    _ longitudeName: String
  ) throws(IndexFileError) -> RewrittenElement.Point? {
    guard value(of: latitudeName) != nil || value(of: longitudeName) != nil else { return nil }
    guard let latitude = decimal(of: latitudeName), let longitude = decimal(of: longitudeName), abs(latitude) <= 1000,
      abs(longitude) <= 1000
    else { throw malformed("a node has no coordinates") }
    return RewrittenElement.Point(
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
    // Editors mark deleted elements in this way.
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
      // A way without coordinates isn't in the file.
      if isOfWay, element.positions.count == positionsBefore { element.positions.append(.absent) }
    case "node", "way", "relation":
      try settlePositions()
      if !isDeleted { writer.append(element) }
      element = RewrittenElement()
    default: break
    }
  }

  /// Determines the coordinates of the element: from its outline, from its own coordinates, or later from its parts.
  private mutating func settlePositions() throws(IndexFileError) {
    if !outline.isEmpty {
      element.positions = outline
      if element.kind == .ways { element.members = outline.map { _ in 0 } }
    } else if !hasPositions {
      guard !lacksIDs else { throw malformed("a member has no id") }
      element.positions = []
    }
  }
}

extension ImportFormat {
  static let osmXML = ImportFormat(.extract, where: { $0.signature == .osmXML }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readElementsOfXML(&window, progress)
  }
}

extension PlaceImporter {
  /// Reads OpenStreetMap XML, which is loaded into memory and converted there.
  mutating func readElementsOfXML(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    let placeCount = builder.placeCount
    let text = try RandomAccessInput.memory(of: &window) { (byteCount) throws(IndexFileError) in
      if let progress, !progress(byteCount, placeCount) { throw .cancelled }
    }
    let reader = try OSMXMLReader(try XMLDeclaration.utf8(of: text, path: window.path), path: window.path)
    header.isExtract = true
    header.note(remark: reader.remark)
    let input = RandomAccessInput(reader.writer.bytes, path: window.path)
    try readElements(of: input, declaring: [reader.fileHeader], progress)
  }
}
