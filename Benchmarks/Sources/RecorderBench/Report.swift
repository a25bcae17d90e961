import Foundation

/// Events a second of each system, run by run.
struct Report {
    private var rates: [Benchmark.System: [Double]] = [:]

    mutating func add(_ rate: Double, of system: Benchmark.System) { rates[system, default: []].append(rate) }

    func json() -> String {
        present.map { system, all in
            "{\"system\":\"\(system.rawValue)\",\"rates\":[\(all.map { "\($0)" }.joined(separator: ","))]}"
        }.joined(separator: "\n")
    }

    func text() -> String {
        var lines = present.map { system, all in
            "\(system.rawValue): \(Int(Self.median(all))) events/s"
                + " (\(Int(all.min() ?? 0)) to \(Int(all.max() ?? 0)))"
        }
        for (own, peer) in [
            (Benchmark.System.grouped, Benchmark.System.normal), (.eachBatch, .full), (.eachBatch, .bare),
            (.bare, .full),
        ] {
            guard let ours = rates[own], let theirs = rates[peer] else { continue }
            let ratios = zip(ours, theirs).map { $0 / $1 }
            func text(_ value: Double) -> String { String(format: "%.2f", value) }
            lines.append(
                "\(own.rawValue) / \(peer.rawValue): \(text(Self.median(ratios)))"
                    + " (\(text(ratios.min() ?? 0)) to \(text(ratios.max() ?? 0)))")
        }
        return lines.joined(separator: "\n")
    }

    private var present: [(Benchmark.System, [Double])] {
        Benchmark.System.allCases.compactMap { system in rates[system].map { (system, $0) } }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
