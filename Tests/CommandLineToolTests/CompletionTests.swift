import OptionParsing
import Testing
import WireFormat

@testable import CommandLineTool

@Suite struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func everyOptionAndEveryWordOccurs(_ shell: String) {
        let script = ToolRun(["completions", shell]).output.text
        for command in Tool.commands {
            #expect(script.contains(command.name))
            for option in command.specification.options {
                let long = shell == "fish" ? "'__tutti_at \(command.name)' -l \(option.name) " : "--\(option.name)"
                #expect(script.contains(long), "\(command.name)")
            }
            for operand in command.completions {
                guard case .words(let words) = operand.completion else { continue }
                #expect(script.contains(words.joined(separator: " ")), "\(command.name)")
            }
        }
    }

    /// Whatever the help and the messages call a choice is offered.
    @Test func everyCommandWithChoicesDeclaresThem() {
        for command in Tool.commands {
            let usage = command.specification.usage
            guard usage.contains("|") && usage.contains("(") || usage.contains("off|") || usage.contains("|off") else {
                continue
            }
            #expect(!command.completions.isEmpty, "\(command.name)")
        }
        let room = Tool.commands.first { $0.name == "room" }
        let words = room?.completions.compactMap { if case .words(let words) = $0.completion { words } else { nil } }
        for verb in words?.first ?? [] { #expect(room?.specification.usage.contains(verb) == true, "\(verb)") }
        #expect(words?.first?.count == 11)
    }

    @Test func anOptionTakesAValueInEveryCommandOrInNone() {
        var taking: [String: Bool] = [:]
        for option in Tool.commands.flatMap(\.specification.options) {
            #expect(taking[option.name, default: option.takesValue] == option.takesValue, "\(option.name)")
            taking[option.name] = option.takesValue
        }
    }

    @Test func optionsAreThoseOfTheirCommand() {
        let script = ToolRun(["completions", "bash"]).output.text
        let lines = script.split(separator: "\n").filter { $0.contains("offered=\"--") }
        let add = lines.first { $0.contains(" add) ") }
        #expect(add?.contains("--keep-position") == true && add?.contains("--watch") == false)
        #expect(lines.first { $0.contains(" zones) ") }?.contains("--zone") == false)
    }

    @Test func namesAreListedForTheScripts() {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.HouseService.listZones) { _ in
            Wire.ListZonesResponse(zones: [Wire.Zone(id: "up", name: "Up\u{1b}stairs"), Wire.Zone(id: "d", name: "d")])
        }
        #expect(ToolRun(["completions", "rooms"], coordinator).output.text == "Kitchen\n")
        #expect(ToolRun(["completions", "zones"], coordinator).output.lines.count == 2)
    }
}
