import Domain
import System

/// The names of streets and landmarks in a drawing.
extension PageDrawing {
  /// The maximum number of names of streets.
  private static let maximumStreetNames = 40

  /// Writes the names of streets along their longest straight pieces, each once, where they cover nothing.
  func appendStreetNames(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    var known: Set<String> = []
    for name in ground.names where known.count < Self.maximumStreetNames && !known.contains(name.text) {
      let half = Double(DisplayWidth.of(name.text) * 7) / 2
      guard name.meters / frame.metersPerDot > half * 2 + 12 else { continue }
      let east = (name.start.east + name.end.east) / 2 / frame.metersPerDot + Double(Self.width / 2)
      let south = Double(Self.height / 2) - (name.start.north + name.end.north) / 2 / frame.metersPerDot
      var angle = atan2(name.start.north - name.end.north, name.end.east - name.start.east)
      // Readable from left to right.
      if abs(angle) > .pi / 2 { angle -= angle < 0 ? -.pi : .pi }
      let boxes = stride(from: -half, through: half, by: 8).map { part in
        Self.box(x: Int(east + part * cos(angle)) - 6, y: Int(south + part * sin(angle)) - 6, width: 12, height: 12)
      }
      guard boxes.allSatisfy(layout.isFree) else { continue }
      for box in boxes { layout.take(box) }
      known.insert(name.text)
      let turn = "rotate(\(Self.text(angle * 180 / .pi)))"
      bytes.append(text: "<text class=\"street\" transform=\"translate(\(Int(east)) \(Int(south))) \(turn)\"")
      bytes.append(text: " lang=\"\(NameLanguage.tag(of: name.text))\">")
      bytes.appendHTML(text: name.text)
      bytes.append(text: "</text>\n")
    }
  }

  func appendLandmarks(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    for mark in landmarks where mark.isLandmark || ground.isEmpty {
      guard let (x, y) = frame.dot(frame.point(of: mark.coordinate)) else { continue }
      if mark.isLandmark {
        guard let box = layout.takeFirst(of: [Self.box(x: x - 4, y: y - 4, width: 8, height: 8)]) else { continue }
        guard append(mark.name, "ground", nextTo: box, to: &bytes, in: &layout) else { continue }
        bytes.append(text: "<circle class=\"landmark\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n")
      } else if let box = layout.takeFirst(of: [Self.box(of: mark.name, x: x, y: y)]) {
        append(mark.name, "ground", in: box, to: &bytes)
      }
    }
  }
}
