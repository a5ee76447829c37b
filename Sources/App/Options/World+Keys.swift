import Domain

extension World {
  /// A remark on the key in the environment: the variable is empty, or a similar one is set; `nil` if there is none.
  var keyRemark: String? {
    guard let variable = services.keyed?.key?.variable, self[variable: variable] == nil else { return nil }
    if environment(variable) != nil { return "\(variable) is set, but empty." }
    guard let name = environmentNames().sorted().first(where: { isSimilar($0, to: variable) }) else { return nil }
    return "\(name) is set, but isn't read: the variable of the key is \(variable)."
  }

  /// Whether a variable seems to be meant as the key.
  private func isSimilar(_ name: String, to variable: String) -> Bool {
    guard self[variable: name] != nil, EnvironmentVariable(rawValue: name) == nil else { return false }
    let words = variable.split(separator: "_")
    let typed = name.uppercased()
    // The name without its first word, if it is more specific than API_KEY, which may belong to any program.
    if words.count > 3, typed == words.dropFirst().joined(separator: "_") { return true }
    let owners = [words.first.map(String.init), "PLACEFIND"].compactMap(\.self)
    return owners.contains(where: typed.contains)
      && ["KEY", "TOKEN", "SECRET", "API"].contains(where: typed.contains)
  }
}
