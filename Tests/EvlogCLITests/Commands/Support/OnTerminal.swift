import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a command shows when its output and errors go to a terminal.
enum OnTerminal {
    struct Outcome {
        var status: Int32
        /// With line ends as they were written.
        var shown: String
    }

    /// - Parameter showsErrors: errors go to the terminal, too; else they are lost.
    static func run(
        _ arguments: [String], in scratch: Scratch, columns: UInt16 = 80, showsErrors: Bool = true,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        var (main, other): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&main, &other, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        process.executableURL = URL(filePath: try EvlogExecutable.path())
        process.arguments = arguments
        process.environment = scratch.environment.merging(["TERM": "xterm"]) { $1 }.merging(environment) {
            $1
        }
        let terminal = FileHandle(fileDescriptor: other)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = terminal
        process.standardError = showsErrors ? terminal : FileHandle.nullDevice
        do { try process.run() } catch {
            _ = close(main)
            _ = close(other)
            throw error
        }
        _ = close(other)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(main, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            // A terminal whose other end is closed gives an error, not an end.
            if count <= 0 { break }
            bytes += piece[..<count]
        }
        _ = close(main)
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        return Outcome(status: process.terminationStatus, shown: text)
    }
}
