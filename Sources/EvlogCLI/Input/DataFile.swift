import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that someone may want to append, told by their names and beginnings, for hints alone.
enum DataFile {
    private static let endings = ["csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "xlsx", "xls", "gz"]

    /// Whether a word on the command line is no event type but a file that is there, and is called like one with data.
    static func isThere(_ word: String) -> Bool {
        guard let dot = word.lastIndex(of: "."), endings.contains(word[dot...].dropFirst().lowercased())
        else {
            return false
        }
        var status = stat()
        return stat(word, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// What to do about a file that was read as JSON lines, and whose first line is none.
    static func hint(for path: String) -> String {
        if let format = format(of: path) {
            switch format {
            case "xlsx": return "it is an Excel workbook or another archive: save the sheet as CSV"
            case "gzip": return "it is compressed: gunzip -c FILE | evlog append --file -"
            case "utf-16": return "it is UTF-16: iconv -f UTF-16 -t UTF-8 makes it UTF-8"
            default: return "it looks like --input \(format)"
            }
        }
        return "each line must be a JSON object, or is it --input csv? see 'evlog help append'"
    }

    /// How a file is appended that was named in place of an event type, or what is in the way.
    static func command(for path: String) -> String {
        let format = format(of: path)
        if let format, !RecordInput.formats.contains(format) { return hint(for: path) }
        let isPlain = path.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) || "._-/".utf8.contains($0)
        }
        return "evlog append --file \(isPlain ? path : "'\(path)'")\(format.map { " --input \($0)" } ?? "")"
    }

    /// The value of `--input` that a file looks like, or what else it is; nil where that doesn't show.
    static func format(of path: String) -> String? {
        let bytes = beginning(of: path)
        if bytes.starts(with: [0x50, 0x4b, 0x03]) { return "xlsx" }
        if bytes.starts(with: [0x1f, 0x8b]) { return "gzip" }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) { return "utf-16" }
        let text = String(decoding: bytes, as: UTF8.self)
        let line = text.prefix { !$0.isNewline }
        if text.contains("\"__REALTIME_TIMESTAMP\"") { return "journal" }
        if text.first == "{" || text.first == "[" {
            if text.contains("\"buckets\"") || text.contains("\"currentwindow\"") { return "activitywatch" }
            if text.first == "[" && text.contains("\"start\"") { return "timewarrior" }
            return nil
        }
        if line.contains("full_date") && line.contains("mood") { return "daylio" }
        if line.contains("Start date") && line.contains("Start time") { return "toggl" }
        if line.contains(" [") && line.contains("] \"") { return "access-log" }
        return line.contains(",") || line.contains(";") ? "csv" : nil
    }

    private static func beginning(of path: String) -> [UInt8] {
        guard path != "-" else { return [] }
        #if canImport(Darwin)
            let file = Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #elseif canImport(Musl)
            let file = Musl.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #else
            let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #endif
        guard file >= 0 else { return [] }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }
}
