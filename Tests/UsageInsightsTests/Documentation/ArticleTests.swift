import Foundation
import Testing

/// What the articles show is what the tests beside this file compile and run.
@Suite struct ArticleTests {
    @Test(arguments: [
        ("UsageInsights/UsageInsights.docc/RecordAndAsk.md", "Journal.swift"),
        ("EventLog/EventLog.docc/YourOwnProjection.md", "ScreenViews.swift"),
    ])
    func codeOfAnArticleIsWhatIsTested(article: String, source: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = tests.appending(path: "../../../Sources")
        let blocks = Self.swiftBlocks(of: try Self.read(sources.appending(path: article)))
        let tested = try Self.read(tests.appending(path: source))
        // Everything but the comment that says what the file is, in the same order.
        let code = tested.split(separator: "\n\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n\n")
        #expect(blocks.count > 3)
        #expect(blocks.joined(separator: "\n\n") + "\n" == code)
    }

    @Test func blocksAreThoseOfSwift() {
        let text = "a\n```swift\nlet a = 1\n\nlet b = 2\n```\n```sh\nls\n```\n```swift\nc()\n```\n"
        #expect(Self.swiftBlocks(of: text) == ["let a = 1\n\nlet b = 2", "c()"])
    }

    private static func read(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private static func swiftBlocks(of text: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block {
                guard line == "```" else {
                    block?.append(line)
                    continue
                }
                blocks.append(lines.joined(separator: "\n"))
                block = nil
            } else if line == "```swift" {
                block = []
            }
        }
        return blocks
    }
}
