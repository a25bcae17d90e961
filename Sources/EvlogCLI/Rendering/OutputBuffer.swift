/// Bytes on their way out, handed to a closure in large pieces.
///
/// Appending only grows memory and can't fail; `flushIfFull()`, called by the writers once a row, is where
/// bytes leave and errors come from. So memory is bounded by the threshold and one row. What a destroyed buffer
/// still holds is lost: call `flush()` at the end. Not thread-safe.
struct OutputBuffer: ~Copyable {
    /// Writes all bytes or throws. After an error the destination is in an unknown state.
    typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// `flushIfFull()` hands over this many bytes and more.
    static let flushThreshold = 64 * 1024

    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes not yet handed over.
    private(set) var count = 0
    private let sink: Sink

    init(sink: @escaping Sink) {
        self.sink = sink
        capacity = Self.flushThreshold + 4096
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Appends the text's UTF-8 as it is.
    mutating func append(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        // Only strings bridged from Objective-C have no such storage.
        if isDone == nil { for byte in text.utf8 { append(byte) } }
    }

    /// Appends a text that stands in the program, without looking at it.
    mutating func append(literal text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        (storage + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Hands over what there is, if it is much. Throws what the sink throws; the bytes are gone either way, so
    /// that a later flush can't write them twice.
    mutating func flushIfFull() throws {
        if count >= Self.flushThreshold { try flush() }
    }

    /// Hands over what there is. Throws as `flushIfFull()` does.
    mutating func flush() throws {
        guard count > 0 else { return }
        let pending = UnsafeRawBufferPointer(start: storage, count: count)
        count = 0
        try sink(pending)
    }

    /// Makes room for `extra` more bytes.
    private mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(by: extra) }
    }

    @inline(never)
    private mutating func grow(by extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: storage, count: count)
        storage.deallocate()
        storage = moved
        capacity = larger
    }
}
