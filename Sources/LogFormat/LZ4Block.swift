import CLZ4

/// One LZ4 block, by the system's liblz4 (the LZ4 block format).
package enum LZ4Block {
    /// How hard to try. `fast` for what is written as it comes, `high` for compaction.
    package enum Effort: Sendable {
        case fast
        case high
    }

    /// Appends the compressed form of `source`, or nothing and false where it would not be smaller.
    package static func compress(
        _ source: UnsafeRawBufferPointer, effort: Effort, to writer: inout ByteWriter
    ) -> Bool {
        withCompressed(source, effort: effort) { compressed in
            guard let compressed else { return false }
            writer.append(compressed)
            return true
        }
    }

    /// Hands over the compressed form, or nil where it would not be smaller.
    private static func withCompressed<Answer>(
        _ source: UnsafeRawBufferPointer, effort: Effort, _ body: (UnsafeRawBufferPointer?) -> Answer
    ) -> Answer {
        guard source.count > 16, source.count <= Format.maximumRawLength else { return body(nil) }
        // A result that isn't smaller than the source doesn't fit, and LZ4 then answers 0.
        let capacity = source.count - 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { output in
            let input = source.baseAddress?.assumingMemoryBound(to: CChar.self)
            let target = output.baseAddress
            let length =
                switch effort {
                case .fast: LZ4_compress_default(input, target, Int32(source.count), Int32(capacity))
                case .high: LZ4_compress_HC(input, target, Int32(source.count), Int32(capacity), 9)
                }
            guard length > 0 else { return body(nil) }
            return body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: output[..<Int(length)])))
        }
    }

    /// How long `source` would be compressed; `source.count` where that gains nothing.
    package static func estimate(_ source: UnsafeRawBufferPointer) -> Int {
        withCompressed(source, effort: .fast) { $0?.count ?? source.count }
    }

    /// Fills `target` exactly from `source`, or throws; never writes outside `target`.
    package static func decompress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(FormatError) {
        guard source.count <= Format.maximumStoredLength, target.count <= Format.maximumRawLength else {
            throw .overLimit("an LZ4 block")
        }
        let length = LZ4_decompress_safe(
            source.baseAddress?.assumingMemoryBound(to: CChar.self),
            target.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(source.count), Int32(target.count))
        guard Int(length) == target.count else { throw .invalid("an LZ4 block") }
    }
}
