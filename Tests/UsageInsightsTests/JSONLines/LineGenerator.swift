import TestSupport

/// Lines as other programs might write them, and lines that something went wrong with.
struct LineGenerator {
    var random: SeededGenerator

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func pick<T>(_ choices: [T], or fallback: T) -> T {
        choices.randomElement(using: &random) ?? fallback
    }

    mutating func blank() -> String { chance(90) ? "" : pick([" ", "  ", "\t", "\r", " \t "], or: " ") }

    mutating func string() -> String {
        var text = "\""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text += pick(
                [
                    "a", "b", "Z", "0", " ", "abcdefgh", "é", "ß", "漢", "😀", "\u{2028}", "\u{7f}", "\u{85}",
                    "{", "]", ",",
                    #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0041"#, #"\u00e9"#,
                    #"\u000b"#,
                    #"\u0000"#, #"\ud83d\ude00"#, #"\uFFFD"#, #"\u20aC"#,
                ], or: "a")
        }
        return text + "\""
    }

    mutating func number() -> String {
        pick(
            [
                "0", "-0", "1", "10", "45.0", "3546.1", "0.1", "1e3", "1E+3", "2.5e-4", "-3", "-0.5", "1e-7",
                "1e11", "1e13",
                "123456789.125", "12345678901234567890", "0.000001", "9007199254740993", "1e22",
            ], or: "1")
    }

    mutating func value(_ depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth < 4 ? 12 : 9), using: &random) {
        case 0: return "null"
        case 1: return "true"
        case 2: return "false"
        case 3, 4: return number()
        case 9:
            return "[" + joined(Int.random(in: 0...3, using: &random)) { $0.value(depth + 1) } + blank() + "]"
        case 10, 11:
            return "{"
                + joined(Int.random(in: 0...3, using: &random)) { generator in
                    let key = generator.string()
                    return key + generator.blank() + ":" + generator.blank() + generator.value(depth + 1)
                } + blank() + "}"
        default: return string()
        }
    }

    mutating func joined(_ count: Int, _ make: (inout LineGenerator) -> String) -> String {
        var pieces: [String] = []
        for _ in 0..<count { pieces.append(blank() + make(&self) + blank()) }
        return pieces.joined(separator: ",")
    }

    mutating func time() -> String {
        let date = pick(
            ["2025-01-01", "1969-12-31", "2024-02-29", "9999-12-31", "0001-01-01", "2025-02-29"], or: "")
        let clock = pick(["00:00:00", "23:59:59", "12:34:56", "23:59:60"], or: "")
        let fraction = pick(["", "", ".5", ".123", ".123456", ".999999999"], or: "")
        let zone = pick(["Z", "Z", "+01:00", "-08:00", "+05:45", "-00:00", "", "+0900", "z"], or: "Z")
        return "\"" + date + pick(["T", "T", "t", " "], or: "T") + clock + fraction + zone + "\""
    }

    mutating func line() -> String {
        var fields: [(String, String)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            fields = [("kind", #""checkin""#), ("date", pick([#""2026-11-30""#, #""2026-11-31""#], or: ""))]
            for level in ["focus", "sleep", "energy", "stress"] {
                fields.append((level, pick(["1", "5", "3", "2.0", "30e-1"], or: "1")))
            }
            if chance(50) { fields.append(("mood", string())) }
        case 1:
            fields = [("kind", #""dose""#), ("supplement", string()), ("takenAt", time())]
            if chance(50) { fields.append(("amount", string())) }
        case 2:
            fields = [("kind", #""retract""#)]
            fields.append(
                pick([("sequence", "42"), ("id", string()), ("checkIn", #""2026-11-30""#)], or: ("id", "1")))
        default:
            fields = [("type", string()), ("timestamp", time())]
            if chance(60) {
                var keys = 0
                let metadata = joined(Int.random(in: 0...5, using: &random)) { generator in
                    keys += 1
                    let key = generator.chance(80) ? "\"k\(keys)\"" : generator.string()
                    return key + generator.blank() + ":" + generator.blank() + generator.value()
                }
                fields.append(("metadata", "{" + metadata + "}"))
            }
            if chance(40) { fields.append(("duration", number())) }
            if chance(20) { fields.append(("kind", #""event""#)) }
        }
        if fields[0].0 == "kind", chance(30) { fields.append(("timestamp", time())) }
        if chance(20) { fields.append(("id", string())) }
        if chance(5) {
            fields.append((pick(["end", "focus", "type", "Kind", "sequence"], or: "end"), value()))
        }
        if chance(5) { fields[Int.random(in: 0..<fields.count, using: &random)].1 = value() }
        if chance(50) { fields.shuffle(using: &random) }
        let body = fields.map { name, value in
            let key =
                chance(97) ? name : "\\u00" + String(name.utf8.first ?? 0x61, radix: 16) + name.dropFirst()
            return blank() + "\"" + key + "\"" + blank() + ":" + blank() + value + blank()
        }
        return blank() + "{" + body.joined(separator: ",") + "}" + blank()
    }

    /// One to three things go wrong. No line feed comes in: it would end the line.
    mutating func damage(_ line: inout [UInt8]) {
        let tokens = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "true", "01", "-", ".", "e", "\\ud800", "\\u",
            "\0", "\u{1}",
        ]
        for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
            let at = Int.random(in: 0..<line.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: line[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: line[at] = UInt8.random(in: 0...255, using: &random)
            case 2: line.remove(at: at)
            case 3: line.insert(contentsOf: Array(pick(tokens, or: "").utf8), at: at)
            case 4:
                let end = Int.random(in: at...min(line.count, at + 8), using: &random)
                line.insert(contentsOf: line[at..<end], at: end)
            case 5: line.swapAt(at, Int.random(in: 0..<line.count, using: &random))
            default: if chance(20) { line.removeSubrange(at...) } else { line.remove(at: at) }
            }
        }
        for index in line.indices where line[index] == 0x0a { line[index] = 0x20 }
    }
}
