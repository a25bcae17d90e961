/// The result, for people or for the driver.
struct Report {
    let timings: [Timings]
    let frameLength: Int
    let sqliteVersion: String?

    private var evlog: Timings { timings[0] }

    func text() -> String {
        var lines = ["ten events, synced; a frame of \(frameLength) bytes on average; µs a commit"]
        for timing in timings {
            let all = timing.all
            let numbers = [
                ("median", timing.median), ("p90", Timings.quantile(0.9, of: all)),
                ("p99", Timings.quantile(0.99, of: all)), ("mean", timing.mean), ("min", all.min() ?? .nan),
            ]
            let title = timing.system == "sqlite" ? "SQLite \(sqliteVersion ?? "")" : timing.system
            lines.append(
                padded(title, 14) + numbers.map { padded($0.0, 7) + padded(tenths($0.1), 8) }.joined())
        }
        for peer in timings.dropFirst() {
            let isFloor = peer.system == "bare"
            func ratio(_ own: Double, _ other: Double) -> Double { isFloor ? own / other : other / own }
            let byRun = zip(evlog.runMedians, peer.runMedians).map { ratio($0, $1) }
            lines.append(
                padded(isFloor ? "evlog / bare" : "SQLite / evlog", 16)
                    + hundredths(ratio(evlog.median, peer.median))
                    + " (runs: \(hundredths(byRun.min() ?? .nan)) to \(hundredths(byRun.max() ?? .nan)))")
        }
        if timings.count < 3 { lines.append("SQLite is not installed: skipped") }
        return lines.joined(separator: "\n")
    }

    /// One object a system; seconds, as everywhere in the driver.
    func json() -> String {
        timings.map { timing in
            let runs = timing.runMedians.map { "\($0 / 1e6)" }.joined(separator: ",")
            let all = timing.all
            return "{\"system\":\"\(timing.system)\",\"frameBytes\":\(frameLength),\"commits\":\(all.count),"
                + "\"median\":\(timing.median / 1e6),\"p90\":\(Timings.quantile(0.9, of: all) / 1e6),"
                + "\"runMedians\":[\(runs)]}"
        }.joined(separator: "\n")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private func tenths(_ value: Double) -> String { rounded(value, 10, 1) }
    private func hundredths(_ value: Double) -> String { rounded(value, 100, 2) }

    private func rounded(_ value: Double, _ scale: Double, _ digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "–" }
        let scaled = Int((value * scale).rounded())
        let fraction = String(scaled % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
