#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The floor: bytes written to a preallocated file and synced, with no format, no lock and no checksum.
package final class BareFile {
    private let descriptor: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset = 0

    /// - Parameter length: of each write, in bytes. The file has room for `count` of them.
    package init(path: String, length: Int, count: Int) throws {
        buffer = .allocate(byteCount: length, alignment: 8)
        // No run of equal bytes, in case the disk below compresses.
        var state: UInt64 = 88_172_645_463_325_252
        for at in 0..<length {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            buffer[at] = UInt8(truncatingIfNeeded: state >> 56)
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Failure(call: "open") }
        #if os(Linux)
            let number = posix_fallocate(descriptor, 0, off_t(length * count))
            guard number == 0 else { throw Failure(call: "posix_fallocate", number: number) }
        #else
            guard ftruncate(descriptor, off_t(length * count)) == 0 else { throw Failure(call: "ftruncate") }
        #endif
        guard fsync(descriptor) == 0 else { throw Failure(call: "fsync") }
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    package func commit() throws {
        guard pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) == buffer.count else {
            throw Failure(call: "pwrite")
        }
        #if os(Linux)
            guard fdatasync(descriptor) == 0 else { throw Failure(call: "fdatasync") }
        #else
            guard fcntl(descriptor, F_FULLFSYNC) != -1 else { throw Failure(call: "fcntl(F_FULLFSYNC)") }
        #endif
        offset += buffer.count
    }
}
