import Foundation
import Testing

@testable import UsageInsights

/// The reader against Foundation, over generated and damaged lines.
@Suite struct DifferentialTests {
    /// Lines that Foundation takes for JSON and the reader refuses before it asks what they mean.
    private static let stricterThanFoundation: Set<JSONLineReason> = [
        // Foundation keeps one of them, in silence.
        .duplicateField, .duplicateMetadataKey,
        .invalidUTF8, .rawControlCharacter,
        .tooDeep,
    ]
    /// Reasons that a line can have although it is JSON.
    private static let notARecord: Set<JSONLineReason> = [
        .notAnObject, .unknownKind, .unknownField, .missingField, .emptyField, .wrongType, .badTime,
        .timestampIsNumber, .outOfRange, .negativeDuration, .durationTooLong, .notAWholeNumber, .badLevel,
        .noRetractTarget, .manyRetractTargets,
    ]

    /// A longer search: `EVLOG_SEEDS=100 swift test`.
    private static let extraSeeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["EVLOG_SEEDS"].flatMap { UInt64($0) } ?? 0
        return (0..<count).map { $0 + 1_000 }
    }()

    @Test(arguments: [1, 2, 3, 4] + extraSeeds)
    func generatedLines(seed: UInt64) {
        var generator = LineGenerator(random: SeededGenerator(seed: seed))
        var accepted = 0
        var reasons: [JSONLineReason: Int] = [:]
        for _ in 0..<7_500 {
            var line = Array(generator.line().utf8)
            if generator.chance(55) { generator.damage(&line) }
            // The reader takes a blank line for no line.
            guard line.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { continue }
            switch readLines(line).first {
            case .record(let record):
                accepted += 1
                checkAccepted(line, record)
            case .refused(let failure):
                reasons[failure.reason, default: 0] += 1
                checkRefused(line, failure)
            case nil: Issue.record("no line: \(String(decoding: line, as: UTF8.self))")
            }
        }
        // The mix is worth something only if all sides of it are there.
        #expect(accepted > 1_500)
        #expect(reasons.count > 15)
    }

    private func checkAccepted(_ line: [UInt8], _ record: OwnedRecord) {
        let shown = String(decoding: line, as: UTF8.self)
        do {
            _ = try JSONSerialization.jsonObject(with: Data(line))
        } catch {
            // Foundation makes every number binary and refuses what has no place there; a number in metadata
            // stays the text it is.
            #expect("\(error)".contains("is not representable in Swift"), "\(error): \(shown)")
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
            let expected = RecordModel.record(value)
        else {
            Issue.record("only the reader accepts: \(shown)")
            return
        }
        #expect(record.name.utf8.elementsEqual(expected.name.utf8), "\(shown)")
        #expect(record.time == expected.time, "\(shown)")
        #expect(record.day == expected.day || record.kind == .retract, "\(shown)")
        #expect(
            record.id.map { Array($0.utf8) } == expected.id.map { Array($0.utf8) } || record.kind == .retract)
        let levels = record.levels.map { [$0.focus, $0.sleep, $0.energy, $0.stress] } ?? []
        #expect(levels == expected.levels)
        let duration = record.duration.map { Double($0) / 1e6 }
        if let duration, let seconds = expected.duration {
            #expect(abs(duration - seconds) <= 0.5e-6 + seconds * 0x1p-52, "\(shown)")
        } else {
            #expect(expected.isUndecided || (duration == nil && expected.duration == nil))
        }
        checkMetadata(record.metadata, expected.metadata, shown)
    }

    private func checkMetadata(_ pairs: [[String]], _ expected: [JSONValue.Key: JSONValue], _ shown: String) {
        #expect(pairs.count == expected.count, "\(shown)")
        for pair in pairs {
            guard let value = expected[JSONValue.Key(pair[0])] else {
                Issue.record("a key too many: \(shown)")
                continue
            }
            if case .string(let text) = value {
                #expect(pair[1].utf8.elementsEqual(text.utf8), "\(shown)")
                continue
            }
            // Anything else is JSON text: read back, it must be the same value.
            let text = Data("[\(pair[1])]".utf8)
            let again = try? JSONDecoder().decode(JSONValue.self, from: text)
            #expect(again?.isSame(as: .array([value])) == true, "\(shown)")
        }
    }

    /// Foundation lets a comma stand before the end of an object or array; RFC 8259 doesn't.
    private func isTrailingComma(_ line: [UInt8], _ failure: JSONLineFailure) -> Bool {
        let at = failure.column - 1
        guard failure.reason == .unexpectedByte, at < line.count, [0x5d, 0x7d].contains(line[at]) else {
            return false
        }
        return line[..<at].last { ![0x20, 0x09, 0x0d].contains($0) } == UInt8(ascii: ",")
    }

    private func checkRefused(_ line: [UInt8], _ failure: JSONLineFailure) {
        let shown = "\(failure.reason): \(String(decoding: line, as: UTF8.self))"
        guard (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil else {
            return
        }
        if Self.stricterThanFoundation.contains(failure.reason) || isTrailingComma(line, failure) { return }
        guard Self.notARecord.contains(failure.reason) else {
            Issue.record("Foundation accepts: \(shown)")
            return
        }
        if let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) {
            let expected = RecordModel.record(value)
            #expect(expected == nil || expected?.isUndecided == true, "\(shown)")
        }
    }
}
