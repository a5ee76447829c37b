import Domain

/// The hatching outside the declared coverage of the index, and the shares of categories in a mark.
extension PageDrawing {
  /// Appends the hatching; nothing without a declared coverage that ends within the query's area.
  func appendHatching(to bytes: inout [UInt8]) {
    guard !coverage.isEmpty else { return }
    let size = "width=\"100%\" height=\"100%\""
    bytes.append(text: "<defs><pattern id=\"hatch\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">")
    bytes.append(text: "<path class=\"edge\" stroke-opacity=\"0.4\" d=\"M0 10L10 0\"/></pattern>")
    bytes.append(text: "<mask id=\"outside\"><rect \(size) fill=\"#fff\"/>")
    for area in coverage { append(area.rings, "covered", to: &bytes) }
    bytes.append(text: "</mask></defs><rect \(size) fill=\"url(#hatch)\" mask=\"url(#outside)\"/>\n")
  }

  /// Appends the shares of a mark's categories as a strip below its number.
  func appendShares(of mark: PageMarks.Mark, to bytes: inout [UInt8]) {
    var shares: [CategoryGroup?: Int] = [:]
    for member in mark.members { shares[places[member].place.group, default: 0] += 1 }
    var left = mark.x - mark.width / 2 + 4
    for (group, share) in shares.sorted(by: { ($1.value, $0.key?.slug ?? "") < ($0.value, $1.key?.slug ?? "") }) {
      let width = (mark.width - 8) * Double(share) / Double(mark.members.count)
      bytes.append(text: "<rect class=\"mark g-\(group?.slug ?? "none")\" x=\"\(Self.text(left))\" ")
      bytes.append(text: "y=\"\(Self.text(mark.y + 4.5))\" width=\"\(Self.text(width))\" height=\"2.5\"/>")
      left += width
    }
  }
}

extension Answer {
  /// The declared coverage of the index, if the query's area reaches beyond it.
  var coverage: [SearchArea] {
    switch collection.gap {
    case .beyondCoverage(let areas), .outsideCoverage(let areas): areas
    default: []
    }
  }
}

extension SearchArea {
  /// The outline as closed rings; the outline of a box is four lines.
  var rings: [[Coordinate]] {
    let lines = outline(steps: 64)
    guard case .box = shape, lines.count == 4 else { return lines }
    return [lines[0] + lines[3] + lines[1].reversed() + lines[2].reversed()]
  }
}
