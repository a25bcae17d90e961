// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "evlog",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "evlog", targets: ["evlog"]),
        .library(name: "EventLog", targets: ["EventLog"]),
        .library(name: "UsageInsights", targets: ["UsageInsights"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLZ4", pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .target(name: "CChecksum"),
        .target(name: "LogFormat", dependencies: ["CLZ4", "CChecksum"]),
        .target(name: "EventLog", dependencies: ["LogFormat"]),
        .target(name: "UsageInsights", dependencies: ["EventLog", "LogFormat"]),
        .target(name: "EvlogCLI", dependencies: ["UsageInsights", "EventLog", "LogFormat"]),
        .executableTarget(name: "evlog", dependencies: ["EvlogCLI"]),
        .target(name: "TestSupport", dependencies: ["UsageInsights"], path: "Tests/Support"),
        .testTarget(name: "LogFormatTests", dependencies: ["LogFormat", "TestSupport"]),
        .testTarget(
            name: "EventLogTests", dependencies: ["EventLog", "LogFormat", "UsageInsights", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(
            name: "UsageInsightsTests",
            dependencies: ["UsageInsights", "EventLog", "LogFormat", "FuzzTargets", "TestSupport"]),
        .testTarget(
            name: "EvlogCLITests", dependencies: ["EvlogCLI", "UsageInsights", "EventLog", "LogFormat"]),
        .target(
            name: "FuzzTargets", dependencies: ["UsageInsights", "EventLog", "LogFormat"],
            path: "Tests/Fuzzing/Targets"),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"], path: "Tests/Fuzzing/Tests"),
    ]
)

// Links only with libFuzzer, so it is there only for Tests/Fuzzing/run.
if Context.environment["EVLOG_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "evlog-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Runner"))
}

for target in package.targets where target.type != .system && target.name != "CChecksum" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
