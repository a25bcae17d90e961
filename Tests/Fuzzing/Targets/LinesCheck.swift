internal import UsageInsights

/// JSON lines out of any bytes. The first byte chooses the options: with 0, each line is held against
/// Foundation; with others, only what must always hold is looked at.
package enum LinesCheck {
    static func violation(_ input: [UInt8]) -> String? {
        guard let control = input.first else { return nil }
        let text = Array(input.dropFirst())
        var options = JSONLinesOptions(ignoreUnknown: control & 1 != 0)
        switch control >> 1 & 3 {
        case 1: options.epoch = .seconds
        case 2: options.epoch = .milliseconds
        case 3: options.epoch = .microseconds
        default: break
        }
        // One for all, as it is meant to be used: what a line left behind must not show in the next.
        var record = ParsedRecord()
        var apart: [Reading] = []
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init) {
            let isPlain = control & 7 == 0 && !Self.isBlank(line)
            apart += read(line + [0x0A], options, into: &record)
            if isPlain, let violation = LineDifferential.compare(line, into: &record).violation {
                return violation
            }
        }
        // Read together, lines are what they are apart.
        let together = read(text + [0x0A], options, into: &record)
        guard together == apart else { return "\(together) together, and \(apart) apart" }
        return nil
    }

    /// The reader takes a blank line for no line.
    package static func isBlank(_ line: [UInt8]) -> Bool {
        line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    }

    /// Enough of an outcome to tell two apart.
    private struct Reading: Equatable {
        var reason: JSONLineReason?
        var column = 0
        var kind: UInt8 = 0
        var pieces: [[UInt8]] = []
        var time = ParsedRecord.Time.none
    }

    private static func read(_ bytes: [UInt8], _ options: JSONLinesOptions, into record: inout ParsedRecord)
        -> [Reading]
    {
        var readings: [Reading] = []
        LineDifferential.withReader(bytes, options, isStart: false, into: &record) { reader, record in
            while true {
                switch reader.next(into: &record) {
                case .record: readings.append(reading(record))
                case .refused(let failure):
                    readings.append(Reading(reason: failure.reason, column: failure.column))
                case .end: return
                }
            }
        }
        return readings
    }

    private static func reading(_ record: borrowing ParsedRecord) -> Reading {
        var reading = Reading(kind: record.kind.rawValue, time: record.time)
        for text in [record.id, record.date, record.mood, record.amount] {
            reading.pieces.append(text.map { Array($0) } ?? [])
        }
        reading.pieces.append(Array(record.name))
        for pair in record.metadata { reading.pieces += [Array(pair.key), Array(pair.value)] }
        return reading
    }
}
