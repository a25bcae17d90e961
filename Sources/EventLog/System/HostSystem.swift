#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The operating system this runs on.
package struct HostSystem: SystemCalls {
    package init() {}

    private func check(_ result: Int32, _ call: String, _ path: String = "") throws(SystemError) {
        if result != 0 { throw SystemError(call: call, path: path, number: errno) }
    }

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .readWrite: O_RDWR
            case .readWriteCreate: O_RDWR | O_CREAT
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            }
        #if canImport(Darwin)
            let number = Darwin.open(path, flags | O_CLOEXEC, 0o600)
        #elseif canImport(Musl)
            let number = Musl.open(path, flags | O_CLOEXEC, 0o600)
        #else
            let number = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        #endif
        if number < 0 { throw SystemError(call: "open", path: path, number: errno) }
        return Descriptor(number)
    }

    package func close(_ file: Descriptor) {
        #if canImport(Darwin)
            _ = Darwin.close(file.number)
        #elseif canImport(Musl)
            _ = Musl.close(file.number)
        #else
            _ = Glibc.close(file.number)
        #endif
    }

    package func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        let count = pread(file.number, buffer.baseAddress, buffer.count, off_t(offset))
        if count < 0 { throw SystemError(call: "pread", path: "", number: errno) }
        return count
    }

    package func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        let count = pwrite(file.number, bytes.baseAddress, bytes.count, off_t(offset))
        if count < 0 { throw SystemError(call: "pwrite", path: "", number: errno) }
        return count
    }

    package func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        let present = try size(file)
        guard present < length else { return }
        #if os(Linux)
            // Unlike most calls it gives the error back instead of setting errno.
            let number = posix_fallocate(file.number, off_t(present), off_t(length - present))
            if number == 0 { return }
            // A file system without preallocation still gets the length; the space then comes with the writes.
            if number != EOPNOTSUPP && number != EINVAL {
                throw SystemError(call: "posix_fallocate", path: "", number: number)
            }
        #endif
        try truncate(file, length: length)
    }

    package func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        try check(ftruncate(file.number, off_t(length)), "ftruncate")
    }

    package func size(_ file: Descriptor) throws(SystemError) -> Int {
        var status = stat()
        try check(fstat(file.number, &status), "fstat")
        return Int(status.st_size)
    }

    package func syncData(_ file: Descriptor) throws(SystemError) {
        #if canImport(Darwin)
            // fsync there only hands the bytes to the drive.
            try check(fcntl(file.number, F_FULLFSYNC) == -1 ? -1 : 0, "fcntl(F_FULLFSYNC)")
        #else
            try check(fdatasync(file.number), "fdatasync")
        #endif
    }

    package func syncDirectory(_ path: String) throws(SystemError) {
        let directory = try open(path, .read)
        defer { close(directory) }
        try check(fsync(directory.number), "fsync", path)
    }

    package func rename(_ from: String, to: String) throws(SystemError) {
        #if canImport(Darwin)
            try check(Darwin.rename(from, to), "rename", from)
        #elseif canImport(Musl)
            try check(Musl.rename(from, to), "rename", from)
        #else
            try check(Glibc.rename(from, to), "rename", from)
        #endif
    }

    package func unlink(_ path: String) throws(SystemError) {
        #if canImport(Darwin)
            try check(Darwin.unlink(path), "unlink", path)
        #elseif canImport(Musl)
            try check(Musl.unlink(path), "unlink", path)
        #else
            try check(Glibc.unlink(path), "unlink", path)
        #endif
    }

    package func makeDirectory(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) != 0 {
            let number = errno
            var status = stat()
            if number == EEXIST && stat(path, &status) == 0 {
                if status.st_mode & S_IFMT == S_IFDIR { return }
                throw SystemError(call: "mkdir", path: path, number: ENOTDIR)
            }
            throw SystemError(call: "mkdir", path: path, number: number)
        }
    }

    package func list(_ path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else {
            throw SystemError(call: "opendir", path: path, number: errno)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw SystemError(call: "readdir", path: path, number: errno) }
        return names
    }

    package func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        if flock(file.number, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw SystemError(call: "flock", path: "", number: errno)
    }

    package func unlock(_ file: Descriptor) { _ = flock(file.number, LOCK_UN) }

    package func sleep(microseconds: Int) { usleep(UInt32(clamping: microseconds)) }

    package func monotonicMicroseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}
