import Domain
import EmbeddedFiles

extension Command {
  static let skill: Command = .init(
    "skill",
    CommandEntry(
      "print a SKILL.md that teaches shell-using agents how to run placefind",
      usage: "placefind skill",
      examples: [
        (
          "mkdir -p ~/.claude/skills/placefind && placefind skill > ~/.claude/skills/placefind/SKILL.md",
          "install the skill for Claude Code"
        )
      ],
      run: SkillCommand.starting { try $0.run() }
    )
  )
}

/// Prints the skill with the available services.
struct SkillCommand: RunnableCommand {
  let context: CommandContext

  func run() throws {
    let lines = world.services.map { service in
      let name = "- `--source \(service.name)`: \(service.fullTitle)"
      guard let key = service.key else { return "\(name), only used if it is named." }
      return "\(name), with the key in `\(key.variable)`. Never print the key, and never pass it as an argument."
    }
    try console.write(EmbeddedFile(.skill).text.replacing("%services%", with: lines.joined(separator: "\n")))
  }
}
