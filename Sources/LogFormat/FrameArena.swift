/// Memory for one decoded frame, handed out in pieces and taken back all at once. What it holds is bounded by
/// the limits of section 7, whatever the frame says. Not thread-safe.
package final class FrameArena {
    private var blocks: [UnsafeMutableRawBufferPointer] = []
    private var current = 0
    private var used = 0
    private var textLength = 0
    private var lengths: UnsafeMutablePointer<Int64>
    private var lengthCapacity: Int
    /// Eight readable bytes for loads of width 0, whose result is masked away.
    let slack: UnsafeMutableRawPointer

    private static let blockSize = 64 << 10
    private static let largestBlock = 32 << 20

    package init() {
        lengthCapacity = 64
        lengths = .allocate(capacity: lengthCapacity)
        slack = .allocate(byteCount: 8, alignment: 8)
        slack.initializeMemory(as: UInt64.self, to: 0)
    }

    deinit {
        for block in blocks { block.deallocate() }
        lengths.deallocate()
        slack.deallocate()
    }

    /// Takes everything back. What was handed out must not be used any more.
    package func reset() {
        if blocks.count > 1 {
            // One block for all that the last frame took: no growth from frame to frame, no search.
            let total = blocks.reduce(0) { $0 + $1.count }
            for block in blocks { block.deallocate() }
            blocks = [.allocate(byteCount: min(total, Self.largestBlock), alignment: 16)]
        }
        current = 0
        used = 0
        textLength = 0
    }

    /// Room for `count` numbers. Not initialised.
    func numbers<T: FixedWidthInteger>(_ type: T.Type, _ count: Int) -> UnsafeMutableBufferPointer<T> {
        bytes(count * MemoryLayout<T>.stride).bindMemory(to: T.self)
    }

    /// Room for `length` bytes of unpacked text, counted against the limit of a frame.
    func text(_ length: Int) throws(FormatError) -> UnsafeMutableRawBufferPointer {
        textLength += length
        guard textLength <= Format.maximumRawLength else { throw .overLimit("the text of a frame") }
        return bytes(length)
    }

    /// Room for `count` numbers that are needed only until the next call.
    func scratch(_ count: Int) -> UnsafeMutablePointer<Int64> {
        if count > lengthCapacity {
            lengths.deallocate()
            lengthCapacity = max(count, lengthCapacity * 2)
            lengths = .allocate(capacity: lengthCapacity)
        }
        return lengths
    }

    private func bytes(_ length: Int) -> UnsafeMutableRawBufferPointer {
        let rounded = (length + 15) & ~15
        while current < blocks.count {
            if used + rounded <= blocks[current].count {
                let start = used
                used += rounded
                return UnsafeMutableRawBufferPointer(rebasing: blocks[current][start..<(start + length)])
            }
            current += 1
            used = 0
        }
        blocks.append(.allocate(byteCount: max(Self.blockSize, rounded), alignment: 16))
        current = blocks.count - 1
        used = rounded
        return UnsafeMutableRawBufferPointer(rebasing: blocks[current][0..<length])
    }
}
