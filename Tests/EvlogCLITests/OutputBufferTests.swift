import Testing

@testable import EvlogCLI

/// Collects what a buffer hands over.
final class Collector {
    var bytes: [UInt8] = []
    var pieces: [Int] = []
    var error: (any Error)?

    func makeBuffer() -> OutputBuffer {
        OutputBuffer { [self] piece in
            if let error { throw error }
            pieces.append(piece.count)
            bytes.append(contentsOf: piece)
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

struct DiskFull: Error {}

@Suite struct OutputBufferTests {
    @Test func handsOverLargePieces() throws {
        let collector = Collector()
        var buffer = collector.makeBuffer()
        let line = String(repeating: "x", count: 99) + "\n"
        for _ in 0..<2000 {
            buffer.append(line)
            try buffer.flushIfFull()
        }
        try buffer.flush()
        try buffer.flush()
        #expect(collector.pieces == [65600, 65600, 65600, 3200])
        #expect(collector.bytes.count == 200_000)
    }

    @Test func growsForLongTexts() throws {
        let collector = Collector()
        var buffer = collector.makeBuffer()
        let text = String(repeating: "日", count: 100_000)
        buffer.append("a")
        buffer.append(text)
        #expect(buffer.count == 300_001)
        try buffer.flush()
        #expect(collector.text == "a" + text)
    }

    @Test func errorsComeThroughAndNothingIsWrittenTwice() throws {
        let collector = Collector()
        var buffer = collector.makeBuffer()
        buffer.append("lost")
        collector.error = DiskFull()
        var failed = false
        do { try buffer.flush() } catch is DiskFull { failed = true }
        #expect(failed)
        collector.error = nil
        buffer.append("kept")
        try buffer.flush()
        #expect(collector.text == "kept")
    }

    @Test(arguments: [
        (Int128(45_000_000), "45"), (27_400_000, "27.4"), (1, "0.000001"), (0, "0"), (-1, "-0.000001"),
        (-1_500_000, "-1.5"), (100_010, "0.10001"), (Int128(Int64.max), "9223372036854.775807"),
        (Int128(UInt64.max) + 1, "18446744073709.551616"),
        (Int128.max, "170141183460469231731687303715884.105727"),
        (Int128.min, "-170141183460469231731687303715884.105728"),
    ])
    func seconds(_ microseconds: Int128, _ expected: String) throws {
        let collector = Collector()
        var buffer = collector.makeBuffer()
        buffer.append(secondsFromMicroseconds: microseconds)
        try buffer.flush()
        #expect(collector.text == expected)
    }

    @Test(arguments: [0, 7, -7, 10, 1_234_567_890, Int64.max, Int64.min])
    func decimals(_ number: Int64) throws {
        let collector = Collector()
        var buffer = collector.makeBuffer()
        buffer.append(decimal: number)
        try buffer.flush()
        #expect(collector.text == "\(number)")
    }
}
