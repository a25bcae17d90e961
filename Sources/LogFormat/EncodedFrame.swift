/// A frame ready to be written, but for its place: sequence and salt are known only under the log's lock.
package struct EncodedFrame: Sendable {
    package var header: FrameHeader
    /// Room for the header, the payload, and the padding.
    package private(set) var bytes: [UInt8]

    /// Compresses `payload` if that makes it smaller. `header` brings all that isn't about lengths.
    package init(payload: ByteWriter, header: FrameHeader, effort: LZ4Block.Effort) {
        var header = header
        // Enough for a frame of a few records to be built without growing.
        var writer = ByteWriter(capacity: min(512, Format.frameHeaderLength + payload.count + 8))
        writer.zeros(Format.frameHeaderLength)
        let compressed = payload.withUnsafeBytes { LZ4Block.compress($0, effort: effort, to: &writer) }
        if !compressed {
            writer.append(payload)
            header.flags |= FrameFlags.storedRaw
        }
        header.rawLength = payload.count
        header.storedLength = writer.count - Format.frameHeaderLength
        writer.zeros(header.frameLength - writer.count)
        header.payloadChecksum = writer.withUnsafeBytes {
            Checksum.crc32c(UnsafeRawBufferPointer(rebasing: $0[Format.frameHeaderLength...]))
        }
        self.header = header
        bytes = writer.bytes
    }

    /// A frame without records, which stands for sequences that are no longer there: at most 2^32 - 1 of them.
    package static func empty(covering sequences: Range<UInt64>) -> EncodedFrame {
        EncodedFrame(
            payload: ByteWriter(capacity: 1),
            header: FrameHeader(
                storedLength: 0, firstSequence: sequences.lowerBound, minimumTimestamp: 0,
                maximumTimestamp: 0,
                rawLength: 0, recordCount: 0, span: UInt32(clamping: sequences.count),
                type: FrameType.records,
                flags: 0, kinds: 0, payloadChecksum: 0),
            effort: .fast)
    }

    /// Gives the frame its place in the log. O(1).
    package mutating func place(firstSequence: UInt64, salt: UInt32) {
        header.firstSequence = firstSequence
        let header = header
        bytes.withUnsafeMutableBytes { header.encode(salt: salt, into: $0) }
    }
}
