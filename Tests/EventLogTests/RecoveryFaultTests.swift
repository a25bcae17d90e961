import LogFormat
import Testing

@testable import EventLog

/// A recovery that is cut off anywhere, as when it is killed, leaves nothing that could pass for the whole log.
@Suite struct RecoveryFaultTests {
    @Test(arguments: [1, .max]) func whatIsUnfinishedShows(lasting: Int) throws {
        let log = try SmallLog(records: 160, perFrame: 7, segmentLength: 2500, seed: 11)
        var (call, unfinished) = (0, 0)
        while true {
            let base = log.system.copy()
            let plan = FaultPlan(.init(kind: .ioError, calls: call..<(lasting == .max ? .max : call + 1)))
            var isDone = false
            do throws(LogError) {
                let recovery = try LogRecovery.run(
                    from: "/log", into: "/new", system: FaultySystem(base, plan), segmentBytes: 1500)
                isDone = recovery.damage.isEmpty && recovery.salvagedRecords == log.records.count
            } catch {}
            let after = base.copy()
            let original = try contents(of: try LogSnapshot(directory: "/log", system: after))
            #expect(original.records == log.records && original.damage.isEmpty, "call \(call)")
            if let snapshot = try? LogSnapshot(directory: "/new", system: after) {
                let (records, damage) = try contents(of: snapshot)
                if isDone { #expect(records == log.records, "call \(call)") }
                // All of it, or a beginning that is missing, or nothing at all.
                #expect(
                    records == log.records || !damage.isEmpty || records.isEmpty,
                    "call \(call): \(records.count) records")
                if !records.isEmpty && records != log.records { unfinished += 1 }
                // Whoever tries again where something was left is told so.
                if !after.files.keys.filter({ $0.hasPrefix("/new/") }).isEmpty {
                    #expect(throws: LogError.self) {
                        try LogRecovery.run(from: "/log", into: "/new", system: after)
                    }
                }
            }
            guard plan.fired > 0 else { break }
            call += 1
        }
        #expect(call > 30 && (lasting == 1 || unfinished > 2))
    }
}
