/// A failed system call: which, on what, and the `errno` it gave.
package struct SystemError: Error, Equatable, Sendable {
    package var call: String
    package var path: String
    package var number: Int32

    package init(call: String, path: String, number: Int32) {
        self.call = call
        self.path = path
        self.number = number
    }
}

/// An open file, by its descriptor.
package struct Descriptor: Hashable, Sendable {
    package var number: Int32
    package init(_ number: Int32) { self.number = number }
}

package enum OpenMode: Sendable {
    case read
    /// Read and write; made with mode 0600 if it isn't there.
    case readWriteCreate
    case readWrite
    /// Fails if it is there.
    case createNew
}

/// Every call that the engine makes to the operating system. Each method is one call, tried once: what
/// interrupted and short calls mean is decided in one place above (`SystemCalls+Whole.swift`), and tests put a
/// system below that fails or loses what was not synced.
package protocol SystemCalls: Sendable {
    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor
    func close(_ file: Descriptor)
    /// pread: how many bytes were read, 0 at the end of the file.
    func read(_ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int)
        throws(SystemError) -> Int
    /// pwrite: how many bytes were written.
    func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int)
        throws(SystemError) -> Int
    /// Makes the file at least `length` bytes long, with disk space behind them where the file system can.
    func allocate(_ file: Descriptor, length: Int) throws(SystemError)
    func truncate(_ file: Descriptor, length: Int) throws(SystemError)
    func size(_ file: Descriptor) throws(SystemError) -> Int
    /// fdatasync, or what reaches the platter on this system.
    func syncData(_ file: Descriptor) throws(SystemError)
    func syncDirectory(_ path: String) throws(SystemError)
    func rename(_ from: String, to: String) throws(SystemError)
    func unlink(_ path: String) throws(SystemError)
    /// Makes one directory with mode 0700; no error if it is there.
    func makeDirectory(_ path: String) throws(SystemError)
    /// Names in a directory, without `.` and `..`, in no order.
    func list(_ path: String) throws(SystemError) -> [String]
    /// flock, exclusive or shared, without waiting: false where another holds it.
    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool
    func unlock(_ file: Descriptor)
    func sleep(microseconds: Int)
    /// A clock that only goes forward, in microseconds.
    func monotonicMicroseconds() -> Int64
    /// A number that nobody else draws.
    func randomNumber() -> UInt64
}

extension SystemCalls {
    package func randomNumber() -> UInt64 { .random(in: 0...UInt64.max) }

    /// The salt of a new segment; never 0.
    func randomSalt() -> UInt32 { max(1, UInt32(truncatingIfNeeded: randomNumber())) }
}
