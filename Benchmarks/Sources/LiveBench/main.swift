import EventLog
import UsageInsights

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// What an app pays that appends ten events and then shows the week's cards, over a log that it has open:
//
//     live-bench LOG
//
// Appends to LOG, so give it a copy. Prints the processor time of each round beside that of opening the log.

func processorMicroseconds() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
        getrusage(RUSAGE_SELF, &usage)
    #endif
    func microseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e6 + Double(time.tv_usec) }
    return microseconds(usage.ru_utime) + microseconds(usage.ru_stime)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

guard CommandLine.arguments.count == 2 else {
    print("usage: live-bench LOG")
    exit(2)
}
do {
    let directory = CommandLine.arguments[1]
    let writer = try LogWriter(directory: directory)
    let before = processorMicroseconds()
    let insights = try LiveInsights(directory: directory)
    let opening = processorMicroseconds() - before
    let records = try LogSnapshot(directory: directory).recordCount
    let reference: Int64 = 1_767_225_599_000_000
    let calendar = LocalCalendar(zone: try Zone(named: "America/New_York"))
    var appending: [Double] = []
    var asking: [Double] = []
    for round in 0..<200 {
        let batch = (0..<10).map { index in
            Record(
                timestamp: reference - Int64(200 - round) * 1_000_000 - Int64(index) * 1000,
                offsetMinutes: -300,
                name: "taskCompleted", duration: 45_000_000, attributes: ["category": "work"])
        }
        let start = processorMicroseconds()
        try writer.append(batch)
        let appended = processorMicroseconds()
        let cards = try insights.cards(.week, at: reference, calendar: calendar)
        let asked = processorMicroseconds()
        guard cards.count >= 4 else { fatalError("no cards") }
        appending.append(appended - start)
        asking.append(asked - appended)
    }
    print("\(records) records; opened in \(Int(opening / 1000)) ms of processor time")
    print("append 10 events: median \(Int(median(appending))) µs of processor time")
    print("the week's cards after: median \(Int(median(asking))) µs of processor time")
} catch {
    print("live-bench: \(error)")
    exit(1)
}
