import Domain
import EmbeddedFiles

extension Command {
  static let skill: Command = .init(
    "skill",
    CommandEntry(
      "print a SKILL.md, from which an agent that has a shell learns to use this program",
      usage: "placefind skill",
      examples: [
        (
          "placefind skill > ~/.claude/skills/placefind/SKILL.md",
          "teach it to Claude Code; other agents read it from their own folder"
        )
      ],
      run: SkillCommand.start
    )
  )
}

/// Prints the skill.
struct SkillCommand: RunnableCommand {
  let context: CommandContext

  func run() throws { try console.write(EmbeddedFile(.skill).text) }
}
