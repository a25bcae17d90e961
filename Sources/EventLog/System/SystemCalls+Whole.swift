#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Interrupted and short calls, handled here and nowhere else.
extension SystemCalls {
    private func retrying<R>(_ call: () throws(SystemError) -> R) throws(SystemError) -> R {
        while true {
            do throws(SystemError) {
                return try call()
            } catch {
                if error.number != EINTR { throw error }
            }
        }
    }

    /// Reads until the buffer is full or the file ends; gives back how much that was.
    package func readWhole(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try retrying { () throws(SystemError) in
                try read(file, into: rest, at: offset + done)
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Writes all bytes, or throws with some of them written.
    package func writeWhole(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int, path: String
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try retrying { () throws(SystemError) in
                try write(file, rest, at: offset + done)
            }
            // A write of nothing, again and again, would never end.
            if count == 0 { throw SystemError(call: "pwrite", path: path, number: EIO) }
            done += count
        }
    }

    package func openFile(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        try retrying { () throws(SystemError) in try open(path, mode) }
    }

    package func sizeOf(_ file: Descriptor) throws(SystemError) -> Int {
        try retrying { () throws(SystemError) in try size(file) }
    }

    package func allocateSpace(_ file: Descriptor, length: Int) throws(SystemError) {
        try retrying { () throws(SystemError) in try allocate(file, length: length) }
    }

    package func truncateFile(_ file: Descriptor, length: Int) throws(SystemError) {
        try retrying { () throws(SystemError) in try truncate(file, length: length) }
    }

    /// An interrupted sync has promised nothing, but has not failed either: it is asked again.
    package func sync(_ file: Descriptor) throws(SystemError) {
        try retrying { () throws(SystemError) in try syncData(file) }
    }

    package func syncEntries(of directory: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try syncDirectory(directory) }
    }

    package func lockAtOnce(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        try retrying { () throws(SystemError) in try tryLock(file, exclusive: exclusive) }
    }
}

extension SystemError {
    package var isNotFound: Bool { number == ENOENT }
    package var isNoSpace: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
    /// Not the disk's fault: something about names and rights that the caller can put right.
    package var isAccess: Bool {
        [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EMFILE, ENFILE, EINVAL]
            .contains(number)
    }

    package var reason: String { String(cString: strerror(number)) }
}
