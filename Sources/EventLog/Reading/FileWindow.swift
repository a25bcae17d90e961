internal import LogFormat

/// A stretch of a file in memory, moved along as it is asked for. Not thread-safe.
final class FileWindow {
    private let system: any SystemCalls
    private let file: Descriptor
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var length = 0

    private static let smallRead = 4 << 10
    private static let largeRead = 256 << 10

    init(system: any SystemCalls, file: Descriptor) {
        self.system = system
        self.file = file
        buffer = .allocate(byteCount: Self.largeRead, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Forgets what was read, so that the next look sees the file as it is then.
    func discard() { length = 0 }

    /// Up to `count` bytes at `offset`, fewer only at the end of the file; valid until the next call.
    /// `sparse` says that the neighbourhood isn't wanted, so that little is read.
    func bytes(at offset: Int, count: Int, sparse: Bool = false) throws(SystemError) -> UnsafeRawBufferPointer
    {
        if offset < start || offset + count > start + length {
            let wanted = max(count, sparse ? Self.smallRead : Self.largeRead)
            if buffer.count < wanted {
                buffer.deallocate()
                buffer = .allocate(byteCount: wanted, alignment: 16)
            }
            start = offset
            length = 0
            length = try system.readWhole(
                file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
        }
        let from = offset - start
        let available = min(count, length - from)
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[from..<(from + available)])
    }
}
