import Domain
import Tables

/// The code and the Korean name of a group, concatenated like the text fields of a place.
struct GroupNames {
  /// The bytes of the code, then the bytes of the name.
  ///
  /// A view rather than an array, because all threads read it and its references needn't be counted.
  let text: ByteView
  let codeLength: Int

  private init(_ group: CategoryGroup?) {
    let code = Array((group?.code ?? "").utf8)
    text = .lasting(code + Array((group?.koreanName ?? "").utf8))
    codeLength = code.count
  }

  /// The names by the group's number in rows; the last element, for no group, is empty.
  static let all = CategoryGroup.allCases.map { GroupNames($0) } + [GroupNames(nil)]
}
