import Foundation

/// The executable that was built with these tests: it lies beside their bundle.
enum EvlogExecutable {
    static func path() throws -> String {
        guard let path = found else {
            throw EvlogProcess.Failure(
                description:
                    "there is no evlog executable beside the test bundle; run 'swift build --build-tests'")
        }
        return path
    }

    private static let found: String? = {
        let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for start in [running].compactMap({ $0 }) + CommandLine.arguments where start.hasPrefix("/") {
            var directory = URL(fileURLWithPath: start).deletingLastPathComponent()
            // On macOS the bundle is a directory, and what runs lies a few levels inside it.
            for _ in 0..<5 {
                let candidate = directory.appendingPathComponent("evlog").path
                var isDirectory: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory),
                    !isDirectory.boolValue, FileManager.default.isExecutableFile(atPath: candidate)
                {
                    return candidate
                }
                directory.deleteLastPathComponent()
            }
        }
        return nil
    }()
}
