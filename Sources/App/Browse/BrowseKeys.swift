/// A key of the screen with its actions, its help and its hints.
struct BrowseKeys: Sendable {
  /// The scope in which a key has a meaning.
  ///
  /// If several apply, the first one in this order wins.
  enum Scope: Sendable, Hashable {
    /// The key works on every screen, even while typing.
    case always
    /// The key works on the main screen while the map has the focus.
    case map
    /// The key works on the main screen while the details have the focus.
    case card
    /// The key works on the main screen, whichever pane has the focus.
    case main
    /// The key works on the main screen, unless it has another meaning in the focused pane.
    case list
  }

  /// The effect of a key on the main screen.
  typealias Action = @Sendable (_ state: inout BrowseState, _ effects: inout [BrowseEffect]) -> Void

  /// Keys with the same action.
  struct Binding: Sendable {
    let scope: Scope
    let keys: [Key]
    let action: Action

    init(_ keys: [Key], _ scope: Scope, _ action: @escaping Action) {
      self.scope = scope
      self.keys = keys
      self.action = action
    }
  }

  /// The situation in which the last line shows a hint.
  enum Situation: Sendable, Hashable {
    /// The list has the focus.
    case list
    /// The list has the focus, and there is an earlier result.
    case earlier
    /// The map has the focus.
    case map
    /// The details have the focus.
    case card
    /// The list is filtered.
    case filter
    /// Places are marked.
    case marked
  }

  /// A hint in the last line.
  struct Hint: Sendable {
    let keys: String
    let meaning: Phrase
    let situation: Situation
    /// The priority of the hint; lower values come first.
    let rank: Int

    init(_ keys: String, _ meaning: Phrase, _ situation: Situation, _ rank: Int) {
      self.keys = keys
      self.meaning = meaning
      self.situation = situation
      self.rank = rank
    }
  }

  /// The keys in the help.
  let label: String
  /// The meaning in the help; `nil` if the help doesn't list the keys.
  let meaning: Phrase?
  let bindings: [Binding]
  let hints: [Hint]

  init(_ label: String, _ meaning: Phrase?, _ bindings: [Binding] = [], hints: [Hint] = []) {
    self.label = label
    self.meaning = meaning
    self.bindings = bindings
    self.hints = hints
  }

  /// Returns the action of a key in the given scopes; `nil` if it has none.
  static func action(of key: Key, in scopes: [Scope]) -> Action? {
    for scope in scopes {
      for binding in all.lazy.flatMap(\.bindings) where binding.scope == scope && binding.keys.contains(key) {
        return binding.action
      }
    }
    return nil
  }

  /// Returns the hints in the given situations, the most important first.
  static func hints(on situations: [Situation], in language: Language) -> [String] {
    all.flatMap(\.hints).filter { situations.contains($0.situation) }.sorted { $0.rank < $1.rank }
      .map { text($0.keys, $0.meaning, in: language) }
  }

  /// Returns keys and their meaning, such as `j/k move`.
  static func text(_ keys: String, _ meaning: Phrase, in language: Language) -> String {
    names(of: keys, in: language) + " " + meaning.text(language)
  }

  /// Returns the names of keys, separated by commas; most names are as on the keyboard.
  static func names(of keys: String, in language: Language) -> String {
    keys.split(separator: ", ").map { Phrase(rawValue: String($0))?.text(language) ?? String($0) }
      .joined(separator: ", ")
  }
}
