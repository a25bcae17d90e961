import Testing

@testable import UsageInsights

/// A record copied out of the reader's buffer.
struct OwnedRecord: Equatable {
    var kind = ParsedRecord.Kind.event
    var name = ""
    var time = ParsedRecord.Time.none
    var duration: Int64?
    var id: String?
    var metadata: [[String]] = []
    var date: String?
    var day: Int64?
    var levels: ParsedRecord.Levels?
    var mood: String?
    var amount: String?
    var target: String?

    init(_ record: borrowing ParsedRecord) {
        kind = record.kind
        name = text(record.name)
        time = record.time
        duration = record.durationMicroseconds
        id = record.id.map(text)
        metadata = record.metadata.map { [text($0.key), text($0.value)] }
        date = record.date.map(text)
        day = record.day
        levels = record.levels
        mood = record.mood.map(text)
        amount = record.amount.map(text)
        switch record.retractTarget {
        case .sequence(let sequence): target = "sequence \(sequence)"
        case .id(let id): target = "id \(text(id))"
        case .checkIn(let day): target = "day \(day)"
        case nil: break
        }
    }
}

/// Every text that the reader hands out is valid UTF-8.
func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
        Issue.record("invalid UTF-8 came through")
        return ""
    }
    return text
}

enum LineResult: Equatable {
    case record(OwnedRecord)
    case refused(JSONLineFailure)

    var record: OwnedRecord? { if case .record(let record) = self { record } else { nil } }
    var failure: JSONLineFailure? { if case .refused(let failure) = self { failure } else { nil } }
}

/// Reads everything from an allocation of just its size, so that a sanitizer sees a step outside.
func readLines(_ input: [UInt8], _ options: JSONLinesOptions = .init()) -> [LineResult] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: input)
    var reader = JSONLinesReader(UnsafeRawBufferPointer(memory), options: options, isStartOfInput: true)
    var record = ParsedRecord()
    var results: [LineResult] = []
    while true {
        switch reader.next(into: &record) {
        case .record: results.append(.record(OwnedRecord(record)))
        case .refused(let failure): results.append(.refused(failure))
        case .end: return results
        }
    }
}

func readLines(_ input: String, _ options: JSONLinesOptions = .init()) -> [LineResult] {
    readLines(Array(input.utf8), options)
}

func readLine(_ input: String, _ options: JSONLinesOptions = .init()) throws -> LineResult {
    try #require(readLines(input, options).first)
}
