/// What one system's commits took, in µs, run by run.
struct Timings {
    let system: String
    private(set) var runs: [[Double]] = []

    init(_ system: String) { self.system = system }

    mutating func beginRun() { runs.append([]) }

    /// Times one commit.
    mutating func measure(_ commit: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let took = try clock.measure(commit)
        runs[runs.count - 1].append(
            Double(took.components.attoseconds) / 1e12 + Double(took.components.seconds) * 1e6)
    }

    var all: [Double] { runs.flatMap(\.self) }
    var median: Double { Self.quantile(0.5, of: all) }
    var mean: Double { all.reduce(0, +) / Double(max(1, all.count)) }
    var runMedians: [Double] { runs.map { Self.quantile(0.5, of: $0) } }

    /// The value below which `share` of the samples lie.
    static func quantile(_ share: Double, of samples: [Double]) -> Double {
        guard !samples.isEmpty else { return .nan }
        return samples.sorted()[min(samples.count - 1, Int(share * Double(samples.count)))]
    }
}
