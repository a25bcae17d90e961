import Testing

@testable import EvlogCLI

/// The promises that the parser takes for granted.
@Suite struct CommandTableTests {
    private var allCommands: [CommandSpec] {
        var found: [CommandSpec] = []
        var open = CommandTable.evlog.commands
        while let next = open.popLast() {
            found.append(next)
            open += next.subcommands
        }
        return found
    }

    @Test func namesakesAgree() {
        var takesValue: [String: Bool] = [:]
        var names: [Character: String] = [:]
        for option in CommandTable.evlog.globalOptions + allCommands.flatMap(\.options) {
            #expect(takesValue[option.name] ?? option.takesValue == option.takesValue, "--\(option.name)")
            takesValue[option.name] = option.takesValue
            guard let short = option.short else { continue }
            #expect(names[short] ?? option.name == option.name, "-\(short)")
            names[short] = option.name
        }
    }

    @Test func namesAreUniqueAndPlain() {
        for command in allCommands {
            let options = command.options.map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
            for name in options + [command.name] {
                #expect(name.utf8.allSatisfy { $0 == 45 || (97...122).contains($0) }, "\(name)")
            }
        }
        let commands = CommandTable.evlog.commands.map(\.name)
        #expect(Set(commands).count == commands.count)
    }

    @Test func defaultsAreAmongTheChoices() {
        for option in CommandTable.evlog.globalOptions + allCommands.flatMap(\.options) {
            guard case .value(let value)? = option.defaultValue, !option.choices.isEmpty else { continue }
            #expect(option.choices.contains(value), "--\(option.name)")
        }
    }

    @Test func examplesParse() throws {
        for command in allCommands {
            for example in command.examples {
                let line = example.line.split(separator: "|").last ?? ""
                let words = line.split(separator: " ").map(String.init)
                #expect(words.first == "evlog")
                _ = try ArgumentParser(table: .evlog).parse(Array(words.dropFirst()))
            }
        }
    }

    @Test func everythingEndsAsASentence() {
        for option in CommandTable.evlog.globalOptions + allCommands.flatMap(\.options) {
            #expect(option.help.hasSuffix("."), "--\(option.name)")
        }
        for command in allCommands { #expect(!command.summary.hasSuffix("."), "\(command.name)") }
    }
}
