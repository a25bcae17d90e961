#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends a `poll` of one thread from another: a pipe of its own that is polled beside the input. Where none can be had
/// the poll still ends with its step.
final class WakeUpPipe: Sendable {
    /// The end to poll; -1, which a poll passes by, without a pipe.
    let descriptor: Int32
    /// The end to write to, for those who can't call `ring`; -1 without a pipe.
    let bell: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            descriptor = -1
            bell = -1
            return
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A pipe full of rings rings already.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        bell = ends[1]
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = close(descriptor)
        _ = close(bell)
    }

    func ring() {
        var byte: UInt8 = 1
        _ = write(bell, &byte, 1)
    }

    /// Takes all rings so far.
    func quieten() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }
}
