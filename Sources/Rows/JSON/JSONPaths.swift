import Tables

/// The paths of objects in the beginning of a JSON file: the keys on the way to an object, and ``list`` for each list.
struct JSONPaths {
  /// The step into a list.
  static let list = "[]"

  /// The steps of each path; the first path leads to the whole document.
  private(set) var steps: [[String]] = [[]]
  /// The number of objects at each path.
  private(set) var objectCounts = [0]
  private var numbers: [[String]: Int] = [[]: 0]
  /// The paths of the objects and lists around the current offset.
  private var open: [Int] = []
  /// The key whose value follows.
  private var key: String?

  /// The path of the current object.
  var current: Int { open.last ?? 0 }

  /// The key of the list around the current object, and the path of the object around the list; `nil` if there is none.
  var listOfCurrent: (key: String, path: Int)? {
    let steps = steps[current]
    guard steps.count > 1, steps.last == Self.list, let path = numbers[Array(steps.dropLast(2))] else { return nil }
    return (steps[steps.count - 2], path)
  }

  /// Records the brackets and commas between two strings.
  mutating func follow(_ bytes: ByteView) {
    for at in 0..<bytes.count {
      switch bytes.byte(at: at) {
      case UInt8(ascii: "{"):
        begin(steps[current] + [key].compactMap(\.self))
        objectCounts[current] += 1
      case UInt8(ascii: "["): begin(steps[current] + [key, Self.list].compactMap(\.self))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        key = nil
      case UInt8(ascii: ","): key = nil
      default: break
      }
    }
  }

  /// Records a key.
  mutating func enter(_ key: String) { self.key = key }

  private mutating func begin(_ path: [String]) {
    let number = numbers[path] ?? steps.count
    if number == steps.count {
      numbers[path] = number
      steps.append(path)
      objectCounts.append(0)
    }
    open.append(number)
    key = nil
  }

  /// Returns the number of objects at a path; 0 if there are none.
  func objectCount(at path: [String]) -> Int { numbers[path].map { objectCounts[$0] } ?? 0 }

  /// Returns whether there is an object or list at a path.
  func has(_ path: [String]) -> Bool { numbers[path] != nil }
}
