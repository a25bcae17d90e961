internal import LogFormat

/// Records that wait to be written, one after the other in one piece of memory.
///
/// Bytes and not columns, since they are added inside the recorder's lock, which all threads that record want: adding
/// is one copy. They become columns on the thread that writes. Not thread-safe.
final class PendingRecords {
    private struct Storage {
        var bytes: UnsafeMutableRawPointer
        var capacity: Int
        var length = 0
        var count = 0
        var valueCount = 0
    }

    /// Behind a pointer, so that using it costs no exclusivity check.
    private let storage: UnsafeMutablePointer<Storage>

    private static let smallest = 1024
    /// More memory than this isn't kept for later.
    private static let largestKept = 4 << 20

    init() {
        storage = .allocate(capacity: 1)
        storage.initialize(
            to: Storage(
                bytes: .allocate(byteCount: Self.smallest, alignment: 8), capacity: Self.smallest))
    }

    deinit {
        storage.pointee.bytes.deallocate()
        storage.deallocate()
    }

    var count: Int { storage.pointee.count }
    var isWorthKeeping: Bool { storage.pointee.capacity <= Self.largestKept }

    /// All of them together must fit one frame, and one more record of the largest size too.
    var isFull: Bool {
        storage.pointee.count >= Format.maximumRecordCount || storage.pointee.length >= Self.fullLength
            || storage.pointee.valueCount > Format.maximumKeyCount - Format.maximumAttributeCount
    }

    /// As for a `FrameBuilder`: far enough under the limit of a frame, and little enough to lose at once.
    private static let fullLength = 4 << 20

    func removeAll() {
        storage.pointee.length = 0
        storage.pointee.count = 0
        storage.pointee.valueCount = 0
    }

    /// Adds a record that `RecordBytes` has written.
    @inline(__always)
    func append(_ record: UnsafeRawBufferPointer, valueCount: Int) {
        guard let source = record.baseAddress else { return }
        let end = storage.pointee.length &+ record.count
        if end > storage.pointee.capacity { grow(to: end) }
        (storage.pointee.bytes + storage.pointee.length).copyMemory(from: source, byteCount: record.count)
        storage.pointee.length = end
        storage.pointee.count &+= 1
        storage.pointee.valueCount &+= valueCount
    }

    @inline(never)
    private func grow(to needed: Int) {
        let capacity = max(storage.pointee.capacity * 2, needed)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: storage.pointee.bytes, byteCount: storage.pointee.length)
        storage.pointee.bytes.deallocate()
        storage.pointee.bytes = larger
        storage.pointee.capacity = capacity
    }

    /// The frame of all of them; nil if there are none.
    /// - Parameter builder: an empty one to use; it is empty again afterwards.
    func encode(with builder: FrameBuilder) -> EncodedFrame? {
        var at = 0
        for _ in 0..<count { RecordBytes.read(storage.pointee.bytes, at: &at, into: builder) }
        defer { builder.removeAll() }
        return builder.encode()
    }
}
