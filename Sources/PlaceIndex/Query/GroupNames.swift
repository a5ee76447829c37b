import Domain

/// The code and the Korean name of a group, end to end, as a place's words hold them.
struct GroupNames {
  /// The bytes: those of the code, then those of the name.
  let text: [UInt8]
  /// How many of them are the code's.
  let codeLength: Int

  private init(_ group: CategoryGroup?) {
    let code = Array((group?.code ?? "").utf8)
    text = code + Array((group?.koreanName ?? "").utf8)
    codeLength = code.count
  }

  /// The names by the number that rows hold; the last are those of no group: none.
  static let all = CategoryGroup.allCases.map { GroupNames($0) } + [GroupNames(nil)]
}
