import CChecksum

/// CRC-32C (Castagnoli; RFC 3720 appendix B.4: reflected 0x82F63B78, initial and final inversion), about
/// 7 GB/s where the processor has the instruction.
package enum Checksum {
    package static func crc32c(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
        evlog_crc32c(crc, bytes.baseAddress, bytes.count)
    }

    package static func portableCRC32C(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        evlog_crc32c_portable(0, bytes.baseAddress, bytes.count)
    }
}
