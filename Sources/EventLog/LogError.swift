package import LogFormat

/// What went wrong with a log, and where. The log is then as it was before the call that threw it.
public struct LogError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is, to decide by.
    public enum Code: Sendable {
        /// There is no log at the path, or it can't be opened.
        case notFound
        /// The file system doesn't let this process read or write it.
        case notPermitted
        /// Written by a newer version in a way that this one must not guess at.
        case unsupportedVersion
        /// Another process holds the lock, and the time to wait for it is over.
        case locked
        /// The disk, or the quota, is full. Nothing of the batch is stored.
        case noSpace
        /// The disk failed. Nothing of the batch is stored.
        case disk
        /// Bytes that should be there are damaged.
        case damaged
        /// The caller asked for what the log can't hold.
        case invalid
    }

    /// What kind of failure it is.
    public var code: Code
    /// What failed and why, for people, without the place.
    public var message: String
    /// The file or directory, where one is to blame.
    public var path: String?
    /// The byte of the file, where one is to blame.
    public var offset: Int?

    /// Takes the values as they are.
    public init(_ code: Code, _ message: String, path: String? = nil, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.offset = offset
    }

    /// One line: the place, where there is one, and the message.
    public var description: String {
        var place = ""
        if let path { place = path }
        if let offset { place += place.isEmpty ? "byte \(offset)" : ", byte \(offset)" }
        return place.isEmpty ? message : "\(place): \(message)"
    }

    package init(_ error: SystemError, _ doing: String, path: String? = nil, offset: Int? = nil) {
        let code: Code =
            error.isNoSpace ? .noSpace : error.isNotFound ? .notFound : error.isAccess ? .notPermitted : .disk
        self.init(
            code, "cannot \(doing): \(error.reason) (\(error.call))",
            path: path ?? (error.path.isEmpty ? nil : error.path), offset: offset)
    }

    package init(_ error: FormatError, path: String, offset: Int) {
        let isNewer: Bool
        if case .unsupported = error { isNewer = true } else { isNewer = false }
        self.init(isNewer ? .unsupportedVersion : .damaged, "\(error)", path: path, offset: offset)
    }
}
