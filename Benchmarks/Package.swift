// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who embeds or builds evlog compiles its benchmarks.
let package = Package(
    name: "evlog-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "commit-bench", targets: ["CommitBench"]),
        .executable(name: "live-bench", targets: ["LiveBench"]),
        .executable(name: "recorder-bench", targets: ["RecorderBench"]),
    ],
    dependencies: [.package(name: "evlog", path: "..")],
    targets: [
        .target(name: "BenchSupport"),
        .executableTarget(
            name: "CommitBench",
            dependencies: ["BenchSupport", .product(name: "EventLog", package: "evlog")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .executableTarget(
            name: "LiveBench",
            dependencies: [
                .product(name: "EventLog", package: "evlog"),
                .product(name: "UsageInsights", package: "evlog"),
            ]),
        .executableTarget(
            name: "RecorderBench",
            dependencies: [
                "BenchSupport",
                .product(name: "EventLog", package: "evlog"),
                .product(name: "UsageInsights", package: "evlog"),
            ]),
    ]
)
