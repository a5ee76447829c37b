import Domain

/// The code and the Korean name of a group, concatenated as in the text fields of a place.
struct GroupNames {
  /// The bytes of the code, then those of the name.
  ///
  /// A view, whose references nobody counts: all threads read places.
  let text: ByteView
  let codeLength: Int

  private init(_ group: CategoryGroup?) {
    let code = Array((group?.code ?? "").utf8)
    text = .lasting(code + Array((group?.koreanName ?? "").utf8))
    codeLength = code.count
  }

  /// The names by the number in rows; the last element, for no group, is empty.
  static let all = CategoryGroup.allCases.map { GroupNames($0) } + [GroupNames(nil)]
}
