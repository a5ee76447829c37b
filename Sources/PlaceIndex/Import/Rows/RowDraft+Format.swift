import Domain
import Rows
import Tables

/// Encodes a draft for the index.
extension RowDraft {
  /// Returns whether a tag of an OpenStreetMap relation means that its members are an outline; exports leave it out.
  private func isOfShape(_ key: ByteView, _ value: ByteView) -> Bool {
    key.equals("type") && (value.equals("multipolygon") || value.equals("boundary")) && text(.fact(.id)).isElementPath
  }

  /// Packs the attributes, sorted by key; call it before the row is written.
  mutating func gatherAttributes() {
    packedAttributes.removeAll()
    guard attributes.count > 0 else { return }
    combineHours()
    // Insertion sort, because there are few attributes, and they are mostly in order.
    for index in 1..<max(1, attributes.count) {
      let moved = attributes[index]
      var at = index
      while at > 0, view(of: moved.key).precedes(view(of: attributes[at - 1].key)) {
        attributes[at] = attributes[at - 1]
        at -= 1
      }
      attributes[at] = moved
    }
    for index in 0..<attributes.count where !attributes[index].isPartOfHours {
      let key = view(of: attributes[index].key)
      if index > 0, view(of: attributes[index - 1].key).equals(key) { continue }
      let value = RowFormat.cut(view(of: attributes[index].value))
      guard key.count > 0, !key.contains(0), !value.contains(0), !isOfShape(key, value) else { continue }
      packedAttributes.append(key)
      packedAttributes.append(0)
      packedAttributes.append(value)
      packedAttributes.append(0)
    }
  }
}
