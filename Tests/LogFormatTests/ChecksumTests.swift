import LogFormat
import TestSupport
import Testing

@Suite struct ChecksumTests {
    /// The check values of CRC-32C: "123456789", and 32 bytes of zeros and ones (RFC 3720, appendix B.4).
    @Test func knownValues() {
        func sum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { Checksum.crc32c($0) } }
        #expect(sum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(sum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(sum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(sum([]) == 0)
    }

    @Test func instructionAndTableAgree() {
        var random = SeededGenerator(seed: 4)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { buffer in
                #expect(Checksum.crc32c(buffer) == Checksum.portableCRC32C(buffer))
                let middle = length / 3
                let head = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: buffer[..<middle]))
                let whole = Checksum.crc32c(
                    UnsafeRawBufferPointer(rebasing: buffer[middle...]), continuing: head)
                #expect(whole == Checksum.crc32c(buffer))
            }
        }
    }
}
