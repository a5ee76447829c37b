public import Domain
import Tables

/// The metadata of an index.
public struct IndexDescription: Sendable, Hashable {
  /// The inputs; their place counts aren't stored.
  public var inputs: [IndexInput] = []
  /// The release of the data; the earliest of all inputs.
  public var release: String?
  /// The latest release of the data, if inputs or their parts have several releases.
  public var latestRelease: String?
  /// The areas in which the index holds every place of an input's source: circles, rectangles, polygons and corridors;
  /// empty if unknown.
  public var coverage: [SearchArea] = []
  /// The only categories that are complete in the coverage, as a user writes them; empty for all categories of the
  /// sources.
  public var coveredCategories: [String] = []
  /// The build time, in seconds since 1970-01-01 00:00 UTC.
  public var newestInputAt: Int64 = 0

  public init() {}
}

extension IndexDescription {
  private enum Tag: UInt32 {
    case input = 1
    case attribution
    case license
    case release
    case newestInputAt
    case coverage
    case modifiedAt
    case unplaced
    case latestRelease
    case coverageName
    case coveredCategory = 16
    case inputRelease
    case inputLatestRelease
    case inputCoverage
    case inputCoverageName
    case inputCoverageGiven
    case inputCategory
    case remark
    case inputExtract
    case inputMapping
    case inputRules
  }

  /// Encodes the metadata of inputs, for the segment with their places.
  static func encoded(_ inputs: [IndexInput]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ tag: Tag, _ text: String?) { bytes += encoded(tag, text) }
    for input in inputs {
      append(.input, input.name)
      append(.attribution, input.attribution)
      append(.license, input.license)
      append(.modifiedAt, String(input.modifiedAtSeconds))
      if input.unplacedCount > 0 { append(.unplaced, String(input.unplacedCount)) }
      append(.inputRelease, input.release)
      append(.inputLatestRelease, input.latestRelease)
      for area in input.coverage {
        append(.inputCoverage, area.coverageText)
        append(.inputCoverageName, area.coverageName)
      }
      if input.isExtract { append(.inputExtract, "") }
      if input.isCoverageGiven { append(.inputCoverageGiven, "") }
      for word in input.coveredCategories { append(.inputCategory, word) }
      append(.remark, input.remark)
      append(.inputMapping, input.mapping?.text)
      let rules = input.rules.text
      if !rules.isEmpty { append(.inputRules, rules) }
    }
    return bytes
  }

  /// Encodes an entry as a tag, a length and the bytes; empty without a text.
  private static func encoded(_ tag: Tag, _ text: String?) -> [UInt8] {
    guard let text else { return [] }
    return tag.rawValue.littleEndianBytes + UInt32(text.utf8.count).littleEndianBytes + Array(text.utf8)
  }

  /// The encoded metadata of all inputs together, which a file without inputs has too.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ tag: Tag, _ text: String?) { bytes += Self.encoded(tag, text) }
    append(.release, release)
    append(.latestRelease, latestRelease)
    append(.newestInputAt, String(newestInputAt))
    for area in coverage {
      append(.coverage, area.coverageText)
      append(.coverageName, area.coverageName)
    }
    for word in coveredCategories { append(.coveredCategory, word) }
    return bytes
  }

  /// Decodes the metadata in a file; `nil` if its lengths are invalid.
  ///
  /// Entries with an unknown tag are skipped.
  init?(encoded bytes: ByteView) {
    var offset = 0
    var areas: [WrittenArea] = []
    while offset < bytes.count {
      guard bytes.count - offset >= 8 else { return nil }
      let tag = Tag(rawValue: bytes.load(UInt32.self, at: offset))
      let length = Int(bytes.load(UInt32.self, at: offset + 4))
      guard let text = bytes.slice(offset + 8, length)?.text else { return nil }
      switch tag {
      case .input: inputs.append(IndexInput(text))
      case .attribution: describeInput { $0.attribution = text }
      case .license: describeInput { $0.license = text }
      case .modifiedAt: describeInput { $0.modifiedAtSeconds = Int64(text) ?? 0 }
      case .unplaced: describeInput { $0.unplacedCount = Int(text) ?? 0 }
      case .remark: describeInput { $0.remark = text }
      case .release: release = text
      case .latestRelease: latestRelease = text
      case .newestInputAt: newestInputAt = Int64(text) ?? 0
      case .coverage: areas.append(WrittenArea(text: text))
      case .inputCoverage: areas.append(WrittenArea(text: text, input: inputs.count - 1))
      case .coverageName, .inputCoverageName: if !areas.isEmpty { areas[areas.count - 1].name = text }
      case .coveredCategory: coveredCategories.append(text)
      case .inputRelease: describeInput { $0.release = text }
      case .inputLatestRelease: describeInput { $0.latestRelease = text }
      case .inputMapping: describeInput { $0.mapping = ColumnMapping(text: text) }
      case .inputRules: describeInput { $0.rules = ImportRules(text: text) }
      case .inputExtract: describeInput { $0.isExtract = true }
      case .inputCoverageGiven: describeInput { $0.isCoverageGiven = true }
      case .inputCategory: describeInput { $0.coveredCategories.append(text) }
      case nil: break
      }
      offset += 8 + length
    }
    for written in areas {
      // Without the area, the index would claim more than the file declares.
      guard let area = SearchArea(coverageText: written.text, name: written.name) else { return nil }
      if let number = written.input {
        guard inputs.indices.contains(number) else { return nil }
        inputs[number].coverage.append(area)
      } else {
        coverage.append(area)
      }
    }
  }

  /// An area as encoded in a file.
  private struct WrittenArea {
    let text: String
    /// The index of the area's input; `nil` for an area of all inputs.
    var input: Int?
    var name = ""

    init(text: String, input: Int? = nil) {
      self.text = text
      self.input = input
    }
  }

  /// Changes the last input; entries follow the name of their input.
  private mutating func describeInput(_ change: (inout IndexInput) -> Void) {
    if inputs.isEmpty { inputs.append(IndexInput("")) }
    change(&inputs[inputs.count - 1])
  }
}

extension SearchArea {
  /// The name of the drawn shape's file; `nil` if there is none.
  fileprivate var coverageName: String? {
    guard let name = drawn?.form.name, !name.isEmpty else { return nil }
    return name
  }

  /// The text of the area in degrees: `LAT,LNG,METRES` for a circle, `W,S,E,N` for a rectangle, and the reach in metres
  /// followed by the text for a drawn shape; `nil` for an unlimited area.
  fileprivate var coverageText: String? {
    switch shape {
    case .circle(let circle): "\(circle.center.latitude),\(circle.center.longitude),\(circle.radius.meters)"
    case .box(let box): "\(box.west),\(box.south),\(box.east),\(box.north)"
    case .drawn(let shape): (shape.form.reach.map { "\($0.meters) " } ?? "") + shape.form.text
    case .anywhere: nil
    }
  }

  fileprivate init?(coverageText text: String, name: String) {
    if text.utf8.last == UInt8(ascii: ")") {
      self.init(shapeText: text, name: name)
      return
    }
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    if numbers.count == 4,
      let box = try? BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    {
      self = .box(box, center: nil)
    } else if numbers.count == 3, let center = try? Coordinate(latitude: numbers[0], longitude: numbers[1]),
      let radius = Distance(meters: numbers[2]).flatMap(SearchRadius.init)
    {
      self = .circle(center: center, radius: radius)
    } else {
      return nil
    }
  }

  private init?(shapeText text: String, name: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let reach = words.count == 2 ? Double(words[0]).flatMap { Distance(meters: $0) }.flatMap(SearchRadius.init) : nil
    let drawn = reach == nil ? text : String(words[1])
    let shapes = DrawnShape.forms.lazy.compactMap { $0.shape(drawn, called: name, reach: reach) }
    guard let shape = shapes.first else { return nil }
    self = .drawn(shape, center: nil)
  }
}
