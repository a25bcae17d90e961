import Testing

@testable import EvlogCLI

@Suite struct ReadableTests {
    @Test(arguments: [
        (Int128(100_080_000_000), "27h 48m"), (2_700_000_000, "45m"), (12_000_000, "12s"),
        (12_999_999, "12s"),
        (0, "0s"), (350_000, "350ms"), (7, "7µs"), (59_999_999, "59s"), (60_000_000, "1m"),
        (3_600_000_000, "1h 0m"),
        (-2_700_000_000, "-45m"), (Int128.min, "-47261439850130342147690917698h 51m"),
    ])
    func durations(_ microseconds: Int128, _ expected: String) {
        #expect(Readable.duration(microseconds: microseconds) == expected)
    }

    @Test(arguments: [
        (0 as UInt64, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (38_200_000, "38.2 MB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (UInt64.max, "18.4 EB"),
    ])
    func sizes(_ count: UInt64, _ expected: String) {
        #expect(Readable.bytes(count) == expected)
    }

    @Test func countsAndRates() {
        #expect(Readable.count(999) == "999")
        #expect(Readable.count(38_249) == "38.2k")
        #expect(Readable.rate(10_000_000, microseconds: 4_000_000) == "2.5M/s")
        #expect(Readable.rate(76_400_000, microseconds: 2_000_000, as: Readable.bytes) == "38.2 MB/s")
        #expect(Readable.rate(5, microseconds: 0) == nil)
        #expect(Readable.rate(.max, microseconds: 1) == "18.4E/s")
    }

    @Test(arguments: [(0 as UInt64, "0:00"), (12, "0:12"), (3723, "1:02:03"), (UInt64.max, ">99h")])
    func countdowns(_ seconds: UInt64, _ expected: String) {
        #expect(Readable.countdown(seconds: seconds) == expected)
    }
}
