internal import LogFormat

/// Puts right checksums around bytes that a fuzzer changed: it can't guess them, and would see nothing behind.
enum Resealing {
    /// A frame that is alone: whatever stands behind its header is its payload.
    static func frame(_ bytes: [UInt8], salt: UInt32) -> [UInt8] {
        var bytes = bytes
        if bytes.count < Format.frameHeaderLength {
            bytes += [UInt8](repeating: 0, count: Format.frameHeaderLength - bytes.count)
        }
        let stored = bytes.count - Format.frameHeaderLength
        bytes += [UInt8](
            repeating: 0, count: FrameHeader.frameLength(storedLength: stored) - bytes.count)
        bytes.withUnsafeMutableBytes { buffer in
            buffer.storeLittle(UInt32(stored), at: 4)
            if buffer[45] & FrameFlags.storedRaw != 0 { buffer.storeLittle(UInt32(stored), at: 32) }
            seal(buffer, salt: salt)
        }
        return bytes
    }

    /// A segment: its header, then each frame for as far as their lengths lead, then the trailer.
    static func segment(_ bytes: inout [UInt8]) {
        guard bytes.count >= Format.segmentHeaderLength else { return }
        bytes.withUnsafeMutableBytes { buffer in
            buffer.storeLittle(Format.segmentMagic, at: 0)
            let header = Checksum.crc32c(
                UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<60]))
            buffer.storeLittle(header, at: 60)
            let salt = UnsafeRawBufferPointer(buffer).little(12, as: UInt32.self)
            var at = Format.segmentHeaderLength
            while at + Format.frameHeaderLength <= buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[at...])
                let view = UnsafeRawBufferPointer(rest)
                guard view.little(0, as: UInt32.self) == Format.frameMagic else { break }
                let length = FrameHeader.frameLength(storedLength: Int(view.little(4, as: UInt32.self)))
                guard length <= rest.count else { break }
                seal(UnsafeMutableRawBufferPointer(rebasing: rest[..<length]), salt: salt)
                at += length
            }
            sealTrailer(buffer, salt: salt)
        }
    }

    private static func seal(_ frame: UnsafeMutableRawBufferPointer, salt: UInt32) {
        let view = UnsafeRawBufferPointer(frame)
        frame.storeLittle(Format.frameMagic, at: 0)
        let payload = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: view[Format.frameHeaderLength...]))
        frame.storeLittle(payload, at: 48)
        let seed = withUnsafeBytes(of: salt.littleEndian) { Checksum.crc32c($0) }
        frame.storeLittle(
            Checksum.crc32c(UnsafeRawBufferPointer(rebasing: view[..<52]), continuing: seed), at: 52)
    }

    private static func sealTrailer(_ buffer: UnsafeMutableRawBufferPointer, salt: UInt32) {
        guard buffer.count >= Format.segmentHeaderLength + Format.trailerLength else { return }
        let trailer = UnsafeMutableRawBufferPointer(
            rebasing: buffer[(buffer.count - Format.trailerLength)...])
        let view = UnsafeRawBufferPointer(trailer)
        guard view.little(16, as: UInt64.self) == Format.trailerMagic else { return }
        trailer.storeLittle(salt, at: 8)
        trailer.storeLittle(Checksum.crc32c(UnsafeRawBufferPointer(rebasing: view[..<12])), at: 12)
    }
}
