#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

package enum Folder {
    /// Makes a new folder in `parent`, hands it over and removes it again.
    package static func withTemporary(in parent: String, _ body: (String) throws -> Void) throws {
        var template = Array((parent + "/evlog-bench-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "cannot make a folder in \(parent)") }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { delete(path) }
        try body(path)
    }

    /// Names in a folder; none where it can't be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    package static func delete(_ path: String) {
        for name in names(in: path) { delete(path + "/" + name) }
        // Removes files and empty folders alike.
        _ = remove(path)
    }
}
