internal import UsageInsights

/// What other tools write, out of any bytes. The first byte chooses whose it is to be; a translator must come to the
/// same however the rest comes, and whatever it calls a record is one line of JSON.
package enum ExportsCheck {
    static func violation(_ input: [UInt8]) -> String? {
        guard let control = input.first, let translator = translator(control) else { return nil }
        let text = Array(input.dropFirst())
        let whole = outcome(translator, text, step: .max)
        for step in [1, 5] {
            let pieces = outcome(translator, text, step: step)
            if pieces != whole { return "\(pieces) in pieces of \(step), \(whole) at once" }
        }
        if let broken = whole.broken { return broken }
        for line in whole.records {
            if line.first != UInt8(ascii: "{") || line.contains(UInt8(ascii: "\n")) {
                return "not one line: \(String(decoding: line, as: UTF8.self))"
            }
        }
        return nil
    }

    private static func translator(_ control: UInt8) -> (any InputTranslator)? {
        guard let zone = try? Zone(named: "Europe/Berlin") else { return nil }
        let type: String? = control & 0x10 == 0 ? nil : "x"
        switch control & 0x0f {
        case 0: return CSVTranslator(CSVTranslator.Options(zone: zone))
        case 1:
            var options = CSVTranslator.Options(zone: zone)
            try? options.mapping.add("timestamp=d+t,end=e,type=k")
            options.type = type
            options.separator = UInt8(ascii: ";")
            options.dateFormat = try? DatePattern("d.M.yyyy H:mm")
            return CSVTranslator(options)
        case 2: return ExportTranslator.daylio(type: type)
        case 3: return ExportTranslator.toggl(type: type, dateFormat: nil, zone: zone)
        case 4: return LoopTranslator()
        case 5: return JournalTranslator(type: type)
        case 6: return TimewarriorTranslator(type: type)
        case 7: return ActivityWatchTranslator(type: type)
        case 8: return AccessLogTranslator(type: type ?? "request")
        default: return nil
        }
    }

    private struct Outcome: Equatable {
        var records: [[UInt8]] = []
        /// The lines that these begin on.
        var places: [Int] = []
        var refusals: [String] = []
        /// Why nothing is read.
        var refusal: InputRefusal?
        /// What no translator may do.
        var broken: String?
    }

    private static func outcome(_ start: any InputTranslator, _ text: [UInt8], step: Int) -> Outcome {
        var translator = start
        var outcome = Outcome()
        var (taken, there, lines, idle) = (0, 0, 0, 0)
        while taken < text.count {
            if taken == there { there += min(step, text.count - there) }
            var line: [UInt8] = []
            let isEnd = there == text.count
            let found = text[taken..<there].withUnsafeBytes { input in
                Result { () throws(InputRefusal) in try translator.next(input, isEnd: isEnd, line: &line) }
            }
            switch found {
            case .failure(let refusal):
                outcome.refusal = refusal
                return outcome
            case .success(.needsMore):
                if isEnd {
                    outcome.broken = "asks for more at the end"
                    return outcome
                }
                there += min(step, text.count - there)
            case .success(.taken(let piece)):
                idle = piece.bytes == 0 ? idle + 1 : 0
                if idle > 100_000 || piece.bytes < 0 || taken + piece.bytes > there {
                    outcome.broken = "takes \(piece.bytes) of \(there - taken) bytes"
                    return outcome
                }
                switch piece.meaning {
                case .nothing: break
                case .record:
                    outcome.records.append(line)
                    outcome.places.append(lines + piece.line)
                case .refused(let message): outcome.refusals.append("\(lines + piece.line): \(message)")
                case .endsHere(let message):
                    outcome.refusals.append("\(lines + piece.line): \(message)")
                    return outcome
                }
                taken += piece.bytes
                lines += piece.lineBreaks
            }
        }
        return outcome
    }
}
