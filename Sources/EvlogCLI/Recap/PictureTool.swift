import Foundation

/// Turns an SVG into a PNG by a program that many systems have; evlog itself draws no pixels.
struct PictureTool {
    private let width: Int
    private let height: Int
    private let scale: Int

    /// - Parameters:
    ///   - width: of the picture in points.
    ///   - scale: pixels a point.
    init(width: Int, height: Int, scale: Int) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// Which programs are looked for, in this order.
    private static let names = [
        "rsvg-convert", "inkscape", "chromium", "chromium-browser", "google-chrome", "magick",
    ]

    /// The bytes of a PNG of exactly the size that was asked for.
    /// - Throws: `CommandFailure` where no program is there, or none makes a picture.
    func png(of svg: String) throws -> [UInt8] {
        let found = Self.names.compactMap { name in Self.find(name).map { (name, $0) } }
        guard !found.isEmpty else {
            throw CommandFailure(
                "PNG needs a program that draws SVG, and none is in $PATH: install rsvg-convert (librsvg2-bin on Debian"
                    + " and Ubuntu, librsvg2-tools on Fedora, librsvg elsewhere), Inkscape, Chromium or ImageMagick, or"
                    + " take --format svg")
        }
        let files = FileManager.default
        let directory = files.temporaryDirectory.path + "/evlog-recap-\(UUID().uuidString)"
        let (source, target) = (directory + "/recap.svg", directory + "/recap.png")
        defer { try? files.removeItem(atPath: directory) }
        do {
            try files.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(svg.utf8).write(to: URL(filePath: source))
        } catch {
            throw CommandFailure("\(directory): cannot be written; set $TMPDIR to a directory that can be")
        }
        var failures: [String] = []
        for (name, path) in found {
            try? files.removeItem(atPath: target)
            let status = run(path, arguments(of: name, source, target))
            if status == 0, let bytes = files.contents(atPath: target).map(Array.init), isPicture(bytes) {
                return bytes
            }
            failures.append(
                status == 0 ? "\(name) made no such picture" : "\(name) failed with status \(status)")
        }
        throw CommandFailure("no PNG: \(failures.joined(separator: ", ")); take --format svg")
    }

    private func arguments(of name: String, _ source: String, _ target: String) -> [String] {
        let (wide, high) = ("\(width * scale)", "\(height * scale)")
        switch name {
        case "rsvg-convert": return ["-w", wide, "-h", high, "-f", "png", "-o", target, source]
        case "inkscape":
            return [
                source, "--export-type=png", "--export-filename=\(target)", "-w", wide, "-h", high,
            ]
        case "magick":
            return [
                "-background", "none", "-density", "\(96 * scale)", source, "-resize", "\(wide)x\(high)!",
                target,
            ]
        default:
            // The superuser's Chromium won't start inside its sandbox; what it shows is our own file.
            let sandbox = getuid() == 0 ? ["--no-sandbox"] : []
            return sandbox + [
                "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                "--user-data-dir=\(source).profile", "--force-device-scale-factor=\(scale)",
                "--window-size=\(width),\(height)", "--screenshot=\(target)", "file://\(source)",
            ]
        }
    }

    /// Begins as a PNG does, and says the width and height that were asked for.
    private func isPicture(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 24, Array(bytes[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
            return false
        }
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        return number(at: 16) == width * scale && number(at: 20) == height * scale
    }

    // MARK: - The system

    /// In the absolute directories of `$PATH`: a relative one could hold anything.
    private static func find(_ name: String) -> String? {
        for directory in (CommandContext.environment("PATH") ?? "").split(separator: ":")
        where directory.hasPrefix("/") {
            let path = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        return nil
    }

    /// Runs a program without a word from it, and gives its exit status.
    private func run(_ path: String, _ arguments: [String]) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return 127 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
