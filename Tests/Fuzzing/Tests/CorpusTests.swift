import Foundation
import FuzzTargets
import Testing

/// The fuzzers' targets over their corpus, and over changes of it that are the same in every run.
@Suite struct CorpusTests {
    private static let mutations = 20_000

    private static func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Corpus/" + target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func theCorpusAsItIs(target: FuzzTarget) throws {
        let corpus = try Self.corpus(target)
        #expect(corpus.count >= 5)
        for (name, bytes) in corpus {
            let violation = target.violation(bytes)
            #expect(violation == nil, "\(name): \(violation ?? "")")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func theCorpusChanged(target: FuzzTarget) throws {
        let corpus = try Self.corpus(target)
        let each = Self.mutations / FuzzTarget.allCases.count / corpus.count
        for (index, entry) in corpus.enumerated() {
            var mutator = Mutator(seed: UInt64(index))
            for round in 0..<each {
                let bytes = mutator.change(entry.bytes, with: corpus[(index + round) % corpus.count].bytes)
                guard let violation = target.violation(bytes) else { continue }
                let shown = Data(bytes).base64EncodedString()
                Issue.record("\(entry.name), change \(round): \(violation); the input in base64: \(shown)")
                return
            }
        }
    }
}
