internal import LogFormat

/// One event as a recorder keeps it until it is written.
///
/// Timestamp (8 bytes), duration (8, -1 if there is none), length of the name (4), offset (2), number of attributes (2),
/// the name; for each attribute the lengths of key and value (4 each), key and value. Only ever read by the process that
/// wrote it.
enum RecordBytes {
    static let headLength = 24
    static let attributeHeadLength = 8

    /// Writes an event to `target`, as far as there is room. One pass, since this is done for each event.
    /// - Parameters:
    ///   - timestamp: microseconds since 1970-01-01 UTC.
    ///   - duration: seconds; kept to the nearest microsecond.
    /// - Returns: the length that it needs: `target` holds it if that is no more than there is. Nil for what a log can't
    ///   hold: an empty or too long name, a time outside the years 1 to 9999, a duration that is negative, not finite or
    ///   too long, too much text.
    static func write(
        name: String, timestamp: Int64, offset: Int16, duration: Double?, attributes: [String: String],
        to target: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var microseconds: Int64 = -1
        if let duration {
            guard duration >= 0, let exact = Int64(exactly: (duration * 1_000_000).rounded()),
                exact <= Format.maximumDuration
            else { return nil }
            microseconds = exact
        }
        var at = headLength
        let nameLength = copy(name, to: target, &at)
        guard (1...Format.maximumNameLength).contains(nameLength),
            attributes.count <= Format.maximumAttributeCount,
            (Format.minimumTimestamp...Format.maximumTimestamp).contains(timestamp)
        else { return nil }
        for (key, value) in attributes {
            let head = at
            at &+= attributeHeadLength
            let keyLength = copy(key, to: target, &at)
            let valueLength = copy(value, to: target, &at)
            guard keyLength <= Format.maximumKeyLength, valueLength <= Format.maximumValueLength else {
                return nil
            }
            guard at <= target.count else { continue }
            target.storeBytes(of: UInt32(truncatingIfNeeded: keyLength), toByteOffset: head, as: UInt32.self)
            target.storeBytes(
                of: UInt32(truncatingIfNeeded: valueLength), toByteOffset: head &+ 4, as: UInt32.self)
        }
        let text = at &- headLength &- attributeHeadLength &* attributes.count
        guard text <= Format.maximumRecordTextLength else { return nil }
        guard at <= target.count else { return at }
        target.storeBytes(of: timestamp, as: Int64.self)
        target.storeBytes(of: microseconds, toByteOffset: 8, as: Int64.self)
        target.storeBytes(of: UInt32(truncatingIfNeeded: nameLength), toByteOffset: 16, as: UInt32.self)
        target.storeBytes(of: offset, toByteOffset: 20, as: Int16.self)
        target.storeBytes(of: UInt16(truncatingIfNeeded: attributes.count), toByteOffset: 22, as: UInt16.self)
        return at
    }

    /// Copies the UTF-8 of `text`, if there is room, and gives back how long it is.
    @inline(__always)
    private static func copy(
        _ text: String, to target: UnsafeMutableRawBufferPointer, _ at: inout Int
    ) -> Int {
        var text = text
        let start = at
        let length = text.withUTF8 { bytes in
            if start &+ bytes.count <= target.count, let to = target.baseAddress, let from = bytes.baseAddress
            {
                (to + start).copyMemory(from: from, byteCount: bytes.count)
            }
            return bytes.count
        }
        at &+= length
        return length
    }

    /// Adds the event that begins at `at` to `builder`, and moves `at` behind it.
    static func read(_ start: UnsafeRawPointer, at: inout Int, into builder: FrameBuilder) {
        func length(_ at: Int) -> Int { Int(start.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
        let head = at
        at &+= headLength
        func text(_ length: Int) -> UnsafeRawBufferPointer {
            defer { at &+= length }
            return UnsafeRawBufferPointer(start: start + at, count: length)
        }
        builder.begin(
            kind: .event, name: text(length(head &+ 16)),
            timestamp: start.loadUnaligned(fromByteOffset: head, as: Int64.self),
            offset: start.loadUnaligned(fromByteOffset: head &+ 20, as: Int16.self))
        for _ in 0..<start.loadUnaligned(fromByteOffset: head &+ 22, as: UInt16.self) {
            let (keyLength, valueLength) = (length(at), length(at &+ 4))
            at &+= attributeHeadLength
            let key = text(keyLength)
            builder.addAttribute(key: key, value: text(valueLength))
        }
        let duration = start.loadUnaligned(fromByteOffset: head &+ 8, as: Int64.self)
        builder.end(duration: duration < 0 ? nil : duration, id: nil)
    }
}
