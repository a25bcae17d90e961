import Testing

@testable import EvlogCLI

@Suite struct ProgressBarTests {
    /// A clock and a screen to hold in the hand.
    private final class Stage {
        var time: UInt64 = 1_000_000
        var writes: [String] = []
        var columns = 80

        func bar(total: UInt64?, unit: ProgressBar.Unit = .bytes, isEnabled: Bool = true) -> ProgressBar {
            ProgressBar(
                title: "Reading", total: total, unit: unit, isEnabled: isEnabled, columns: { self.columns },
                now: { self.time }, write: { self.writes.append($0) })
        }
    }

    @Test func shortWorkShowsNothing() {
        let stage = Stage()
        var bar = stage.bar(total: 100)
        stage.time += 299_999
        bar.update(50)
        bar.finish()
        #expect(stage.writes.isEmpty)
    }

    @Test func paintsTenTimesASecond() {
        let stage = Stage()
        var bar = stage.bar(total: 3000)
        for step in 0..<3000 {
            stage.time += 1000
            bar.update(UInt64(step))
        }
        // From 0.3 s to 3 s, both included.
        #expect(stage.writes.count == 28)
    }

    @Test func whatItShows() {
        let stage = Stage()
        var bar = stage.bar(total: 100_000_000)
        stage.time += 2_000_000
        bar.update(42_500_000)
        #expect(
            stage.writes == [
                "\rReading  42% ████████████▊                   42.5 MB  21.3 MB/s  0:02 left\u{1B}[K"
            ])
        bar.finish()
        bar.finish()
        #expect(stage.writes.count == 2)
        #expect(stage.writes.last == "\r\u{1B}[K")
    }

    @Test func whatGoesFirstWhereItIsNarrow() {
        for (columns, shown) in [
            (60, "Reading  42% ██████▍          42.5 MB  21.3 MB/s  0:02 left"),
            (44, "Reading  42%  42.5 MB  21.3 MB/s  0:02 left"),
            (40, "Reading  42%  21.3 MB/s  0:02 left"), (30, "Reading  42% ██▏    0:02 left"),
        ] {
            let stage = Stage()
            stage.columns = columns
            var bar = stage.bar(total: nil)
            stage.time += 2_000_000
            bar.update(42_500_000, of: 100_000_000)
            let line = stage.writes.joined().dropFirst().prefix { $0 != "\u{1B}" }
            #expect(line == shown)
        }
    }

    @Test func unknownTotal() {
        let stage = Stage()
        var bar = stage.bar(total: nil, unit: .records)
        stage.time += 2_000_000
        bar.update(2_400_000)
        #expect(stage.writes == ["\rReading  2.4M  1.2M/s\u{1B}[K"])
    }

    @Test func disabled() {
        let stage = Stage()
        var bar = stage.bar(total: 10, isEnabled: false)
        stage.time += 10_000_000
        bar.update(5)
        bar.finish()
        #expect(stage.writes.isEmpty)
    }

    @Test(arguments: [0, 1, 2, 10, 20, 30, 40, 50, 60, 80, 200])
    func fits(_ columns: Int) {
        let stage = Stage()
        stage.columns = columns
        var bar = stage.bar(total: 1_000_000_000_000)
        stage.time += 5_000_000
        bar.update(123_456_789)
        let shown = stage.writes.joined().dropFirst().prefix { $0 != "\u{1B}" }
        #expect(TextWidth.columns(String(shown)) <= max(0, columns - 1))
    }

    @Test func extremes() {
        for (done, total) in [(0, 0), (5, 0), (.max, 1), (.max, .max), (1, .max), (0, .max)]
            as [(UInt64, UInt64)]
        {
            let stage = Stage()
            var bar = stage.bar(total: total)
            stage.time = .max
            bar.update(done)
            stage.time = 0
            bar.update(done)
            bar.finish()
        }
    }
}
