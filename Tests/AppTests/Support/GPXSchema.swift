import Tables

/// The rules of the GPX 1.1 schema (topografix.com/GPX/1/1/gpx.xsd) for the elements that are written: order, number,
/// attributes and their values.
struct GPXSchema {
  /// The children of an element in order, with whether they may be repeated, and its required attributes.
  private struct Element {
    var children: [(name: String, isRepeated: Bool)] = []
    var required: [String] = []
    var holdsText = false
  }

  private static let metadata = ["name", "desc", "author", "copyright", "link+", "time", "keywords", "bounds"]
  private static let point = [
    "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link+", "sym", "type", "fix", "sat", "hdop",
    "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
  ]
  private static let path = ["name", "cmt", "desc", "src", "link+", "number", "type", "extensions"]

  private static func element(_ name: String) -> Element? {
    switch name {
    case "gpx": element(["metadata", "wpt+", "rte+", "trk+", "extensions"], "version", "creator")
    case "metadata": element(metadata + ["extensions"])
    case "wpt", "rtept", "trkpt": element(point, "lat", "lon")
    case "rte": element(path + ["rtept+"])
    case "trk": element(path + ["trkseg+"])
    case "trkseg": element(["trkpt+", "extensions"])
    case "link": element(["text", "type"], "href")
    case "name", "cmt", "desc", "src", "type", "text", "time", "ele", "sym", "keywords": Element(holdsText: true)
    default: nil
    }
  }

  private static func element(_ children: [String], _ required: String...) -> Element {
    let sequence = children.map {
      (name: $0.hasSuffix("+") ? String($0.dropLast()) : $0, isRepeated: $0.hasSuffix("+"))
    }
    return Element(children: sequence, required: required)
  }

  /// Returns the violations in a text; empty if it is valid.
  static func faults(of text: String) -> [String] {
    var cursor = XMLCursor(Array(text.utf8))
    var open: [(name: String, element: Element, at: Int)] = []
    var faults: [String] = []
    do {
      while let token = try cursor.next() {
        switch token {
        case .start:
          let name = cursor.name
          guard let element = element(name) else { return faults + ["\(name) is not known"] }
          if let parent = open.last {
            let from = parent.at
            if let next = parent.element.children[from...].firstIndex(where: { $0.name == name }) {
              open[open.count - 1].at = parent.element.children[next].isRepeated ? next : next + 1
            } else {
              faults.append("\(name) may not come there in \(parent.name)")
            }
          } else if name != "gpx" {
            faults.append("the root is \(name)")
          }
          faults += attributeFaults(of: cursor, element)
          open.append((name, element, 0))
        case .text:
          let isBlank = cursor.text.allSatisfy { $0 <= 0x20 }
          if !isBlank, open.last?.element.holdsText == false { faults.append("text in \(open.last?.name ?? "")") }
        case .end: open.removeLast()
        }
      }
    } catch { faults.append("it is not XML: \(error)") }
    return faults
  }

  private static func attributeFaults(of cursor: XMLCursor, _ element: Element) -> [String] {
    let given = cursor.attributes
    var faults = element.required.filter { name in !given.contains { $0.name == name } }.map {
      "\(cursor.name) lacks \($0)"
    }
    for (name, value) in given {
      switch name {
      case "version": if value != "1.1" { faults.append("version \(value)") }
      case "lat": if Double(value).map({ abs($0) <= 90 }) != true { faults.append("lat \(value)") }
      case "lon": if Double(value).map({ $0 >= -180 && $0 < 180 }) != true { faults.append("lon \(value)") }
      case "href": if value.isEmpty || value.contains(" ") { faults.append("href \(value)") }
      default: if cursor.name != "gpx" { faults.append("\(cursor.name) has \(name)") }
      }
    }
    return faults
  }
}
