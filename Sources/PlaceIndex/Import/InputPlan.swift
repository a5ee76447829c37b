import Domain

/// What is known of an input before its rows are read.
struct InputPlan: Sendable {
  /// What its properties or columns are called.
  var names = FieldNames()
  /// The grids of its coordinates that are not degrees.
  var grids = GridPlan()
  /// The group of every place, whatever the rows say.
  var forcedGroup: CategoryGroup?
  /// The service that the name of a file of licences says; see ``RowDraft/finalGroups(_:)``.
  var service: CategoryCodes.Meaning?
}

extension RowDraft {
  /// The groups of the place, one bit each, and the one that is shown: by the caller, by the row's own words, by the
  /// column of names, by the kind of file.
  func finalGroups(_ plan: InputPlan) -> (groups: UInt32, primary: UInt8) {
    if let group = plan.forcedGroup { return (group.bit, UInt8(group.ordinal)) }
    if let service = service ?? plan.service, let group = licensedGroup(service) {
      return group == RowFormat.noGroup ? (0, group) : (1 << UInt32(group), group)
    }
    if groups.all != 0 { return (groups.all, groups.primary) }
    if groups.isOfNoGroup { return (0, RowFormat.noGroup) }
    let group =
      groups.nameGroup != RowFormat.noGroup ? groups.nameGroup : plan.names.dataset?.group.map { UInt8($0.ordinal) }
    guard let group, group != RowFormat.noGroup else { return (0, RowFormat.noGroup) }
    return (1 << UInt32(group), group)
  }

  /// The group of a licensed business: that of the service, but a place that serves food may say which kind of it is.
  ///
  /// 백화점 and 관광호텔 in a licence for snacks say where the counter stands, not what it is.
  private func licensedGroup(_ service: CategoryCodes.Meaning) -> UInt8? {
    guard case .group(let group) = service else { return RowFormat.noGroup }
    let food = [CategoryGroup.restaurant, .cafe, .convenience].map { UInt8($0.ordinal) }
    return food.contains(group) && food.contains(groups.primary) ? groups.primary : group
  }
}
