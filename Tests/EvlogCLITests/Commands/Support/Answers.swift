import Foundation

/// The answers of the command in JSON, with the fields that users rely on.
struct AppendAnswer: Decodable, Equatable {
    var appended: Int
    var duplicates: Int
    var rejected: Int
    var firstSequence: Int?
    var lastSequence: Int?

    init(_ appended: Int, duplicates: Int = 0, rejected: Int = 0, _ sequences: ClosedRange<Int>? = nil) {
        self.appended = appended
        self.duplicates = duplicates
        self.rejected = rejected
        firstSequence = sequences?.lowerBound
        lastSequence = sequences?.upperBound
    }
}

struct RollupAnswer: Decodable, Equatable {
    var start: String
    var groups: [String: String?]
    var count: Int
    var duration: Double

    /// The date that the start is on.
    var day: String { String(start.prefix(10)) }
}

struct EventAnswer: Decodable, Equatable {
    var sequence: Int
    var timestamp: String
    var type: String
    var metadata: [String: String]
    var duration: Double?
    var id: String?
}

struct VerifyAnswer: Decodable {
    struct Place: Decodable {
        var file: String
        var offset: Int?
        var length: Int?
        var lostRecords: Int?
        var reason: String
    }
    var segments: Int
    var frames: Int
    var records: Int
    var bytes: Int
    var damage: [Place]
    var notes: [String]
}

/// The field names of a JSON object, in the order in which they stand.
func fieldNames(_ line: String) -> [String] {
    var names: [String] = []
    var depth = 0
    var text = ""
    var isInText = false
    var isEscaped = false
    for character in line {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isInText = false
                continue
            }
            text.append(character)
            continue
        }
        switch character {
        case "\"":
            isInText = true
            text = ""
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        case ":" where depth == 1: names.append(text)
        default: break
        }
    }
    return names
}
