internal import Foundation
package import UsageInsights

/// What Foundation's decoder makes of a line, judged by the rules for records: slow, plain, and written
/// without looking at the reader.
package enum RecordModel {
    /// nil where the line is no record.
    package static func record(_ line: JSONValue) -> Expected? {
        guard case .object(let members) = line else { return nil }
        let kind: String
        switch line["kind"] {
        case nil: kind = "event"
        case .string(let text): kind = text
        default: return nil
        }
        let fields = [
            "event": ["kind", "type", "timestamp", "metadata", "duration", "id"],
            "checkin": ["kind", "date", "focus", "sleep", "energy", "stress", "mood", "timestamp", "id"],
            "dose": ["kind", "supplement", "takenAt", "amount", "id"],
            "retract": ["kind", "sequence", "id", "checkIn", "timestamp"],
        ]
        guard let allowed = fields[kind], Set(members.keys).isSubset(of: Set(allowed.map(JSONValue.Key.init)))
        else { return nil }
        var expected = Expected()
        guard let id = optionalString(line["id"]), id != .some("") else { return nil }
        expected.id = id
        if kind == "checkin" || kind == "retract", let value = line["timestamp"] {
            guard case .string(let time) = value, let read = self.time(time) else { return nil }
            expected.time = read
        }
        switch kind {
        case "event":
            guard case .string(let type) = line["type"], !type.isEmpty,
                case .string(let time) = line["timestamp"],
                let read = self.time(time)
            else { return nil }
            expected.name = type
            expected.time = read
            switch line["metadata"] {
            case nil: break
            case .object(let metadata):
                for (key, value) in metadata {
                    if case .null = value {} else { expected.metadata[key] = value }
                }
            default: return nil
            }
            switch line["duration"] {
            case nil: break
            case .number(let seconds):
                guard seconds >= 0, seconds <= 1e12 else { return nil }
                expected.duration = seconds
            case .hugeNumber: expected.isUndecided = true
            default: return nil
            }
        case "checkin":
            guard case .string(let date) = line["date"], let day = self.day(date),
                optionalString(line["mood"]) != nil
            else { return nil }
            expected.day = day
            for level in ["focus", "sleep", "energy", "stress"] {
                guard case .number(let value) = line[level], [1, 2, 3, 4, 5].contains(value) else {
                    return nil
                }
                expected.levels.append(Int(value))
            }
        case "dose":
            guard case .string(let name) = line["supplement"], !name.isEmpty,
                case .string(let time) = line["takenAt"],
                let read = self.time(time), optionalString(line["amount"]) != nil
            else { return nil }
            expected.name = name
            expected.time = read
        default:
            let targets = ["sequence", "id", "checkIn"].filter { line[$0] != nil }
            guard targets.count == 1 else { return nil }
            if let sequence = line["sequence"] {
                guard case .number(let value) = sequence, value >= 0, value <= 0x1p64,
                    value == value.rounded()
                else { return nil }
                // 2^64 and the number below it are one as binary.
                expected.isUndecided = value == 0x1p64
            }
            if let checkIn = line["checkIn"] {
                guard case .string(let date) = checkIn, self.day(date) != nil else { return nil }
            }
        }
        return expected
    }

    package struct Expected {
        package var name = ""
        package var id: String?
        package var time: ParsedRecord.Time = .none
        package var metadata: [JSONValue.Key: JSONValue] = [:]
        package var duration: Double?
        package var day: Int64?
        package var levels: [Int] = []
        /// The duration is a number that Foundation can't read (`1e1301`, and `0e3` too).
        package var isUndecided = false
    }

    /// nil where it isn't a string; .some(nil) where it is absent.
    private static func optionalString(_ value: JSONValue?) -> String?? {
        switch value {
        case nil: .some(nil)
        case .string(let text): .some(text)
        default: nil
        }
    }

    package static func day(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2d, bytes[7] == 0x2d, let year = number(bytes[..<4]),
            let month = number(bytes[5..<7]), let day = number(bytes[8...])
        else { return nil }
        return referenceDay(year: year, month: month, day: day)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 & 0xf) }
    }

    package static func time(_ text: String) -> ParsedRecord.Time? {
        let pattern =
            #/(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|z|([+\-])(\d\d)(?::?(\d\d))?)?/#
            .asciiOnlyDigits().matchingSemantics(.unicodeScalar)
        guard let match = try? pattern.wholeMatch(in: text), let day = day(String(match.1)),
            let hour = Int(match.2),
            let minute = Int(match.3), let second = Int(match.4), hour < 24, minute < 60, second < 61
        else { return nil }
        let digits = (match.5.map(String.init) ?? "").padding(toLength: 6, withPad: "0", startingAt: 0)
        let wall =
            (day * 86_400 + Int64(hour * 3_600 + minute * 60 + second)) * 1_000_000 + (Int64(digits) ?? 0)
        let latest: Int64 = 253_402_300_799_999_999
        guard wall <= latest else { return nil }
        guard match.6 != nil else { return .wallTime(microseconds: wall) }
        guard let sign = match.7, let hoursText = match.8, let hours = Int(hoursText) else {
            return .instant(microseconds: wall, offsetMinutes: 0)
        }
        let minutes = match.9.flatMap { Int($0) } ?? 0
        guard hours < 24, minutes < 60 else { return nil }
        let offset = (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
        let instant = wall - Int64(offset) * 60_000_000
        guard instant <= latest, instant >= -62_135_596_800_000_000 else { return nil }
        let isUnknown = offset == 0 && sign == "-"
        return .instant(microseconds: instant, offsetMinutes: isUnknown ? Int16.min : Int16(offset))
    }
}
