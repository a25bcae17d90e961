import LogFormat
import TestSupport
import Testing

@Suite struct IntegerColumnTests {
    /// Encodes, decodes, and gives back what came out and how many bytes it took.
    private func roundTrip(_ values: [Int64], mayDelta: Bool) throws -> (values: [Int64], length: Int) {
        var writer = ByteWriter()
        values.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: mayDelta, to: &writer) }
        let length = writer.count
        writer.zeros(PackedBits.slack)
        var out = [Int64](repeating: -1, count: max(1, values.count))
        let consumed = try writer.bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[..<length]))
            try out.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                try IntegerColumn.decode(&reader, count: values.count, into: base)
            }
            return reader.position
        }
        #expect(consumed == length, "the column must be read to its end")
        return (Array(out.prefix(values.count)), length)
    }

    @Test(arguments: [false, true]) func extremesComeBack(mayDelta: Bool) throws {
        let columns: [[Int64]] = [
            [], [0], [-1], [.min], [.max], [.min, .max], [.max, .min, 0, .max], [1_000_000, 2_000_000],
            Array(repeating: 7, count: 1000), (0..<1000).map { $0 * 1_000_000 },
            [Int64.min, -1_000_000, 0, 1_000_000, Int64.max / 1_000_000 * 1_000_000],
        ]
        for column in columns { #expect(try roundTrip(column, mayDelta: mayDelta).values == column) }
    }

    @Test func randomColumnsComeBack() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            let count = Int.random(in: 0...1500, using: &random)
            let width = Int.random(in: 0...63, using: &random)
            let unit: Int64 = [1, 10, 1000, 1_000_000][Int.random(in: 0..<4, using: &random)]
            let outliers = Int.random(in: 0...20, using: &random)
            let column = (0..<count).map { _ -> Int64 in
                let bits = Int.random(in: 0..<100, using: &random) < outliers ? 63 : width
                let value = Int64(bitPattern: UInt64.random(in: 0...PackedBits.mask(bits), using: &random))
                return (Bool.random(using: &random) ? value : 0 &- value) &* unit
            }
            let mayDelta = Bool.random(using: &random)
            #expect(try roundTrip(column, mayDelta: mayDelta).values == column)
        }
    }

    @Test func oneLateEventDoesNotWidenTheOthers() throws {
        var random = SeededGenerator(seed: 5)
        var time: Int64 = 1_700_000_000_000_000
        let times = (0..<10_000).map { index -> Int64 in
            time += Int64.random(in: 9_000...9_999, using: &random) * 1000
            return index % 50 == 0 ? time - 20_000_000_000 : time
        }
        // 10 bits a difference, and two exceptions of about 5 bytes in fifty.
        #expect(try roundTrip(times, mayDelta: true).length < 10_000 * 10 / 8 + 10_000 / 50 * 2 * 6)
    }

    @Test func fewDistinctValuesBecomeAList() throws {
        let offsets: [Int64] = [-480, 0, 330, 840]
        let column = (0..<1000).map { offsets[$0 % 4] }
        #expect(try roundTrip(column, mayDelta: false).length < 1000 * 2 / 8 + 20)
    }

    @Test func hostileBytesNeverCrash() throws {
        var random = SeededGenerator(seed: 3)
        var accepted = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...40, using: &random)
            let bytes = (0..<(length + PackedBits.slack)).map { _ in
                UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0xFF : 0x13)
            }
            var out = [Int64](repeating: 0, count: 64)
            bytes.withUnsafeBytes { buffer in
                var reader = ByteReader(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
                out.withUnsafeMutableBufferPointer { target in
                    guard let base = target.baseAddress else { return }
                    if (try? IntegerColumn.decode(&reader, count: 64, into: base)) != nil { accepted += 1 }
                }
            }
        }
        #expect(accepted > 0)
    }
}
