import UsageInsights

@testable import EvlogCLI

/// Recaps whose titles and values no picture was made for.
enum HostileRecap {
    static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]><!-- --><svg onload=x>",
        String(repeating: "Donaudampfschiff", count: 13), "夏の読書と日本語の長い題名がここにあります",
        "👩‍👩‍👧‍👦🎉 Party 🏳️‍🌈", "שלום עולם", "\u{202E}drawkcab\u{0}\u{1B}[31m\u{FFFE}", "a & b &amp; 'c' $INK$ \\",
        String(repeating: "W", count: 200), "e\u{301}" + String(repeating: "\u{316}", count: 300), "",
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    ]

    static func recap(_ period: InsightPeriod, _ text: String) -> Recap {
        let points = [0, 3, Int.max, 7, 0, 1, 2]
        return Recap(
            period: period, days: 20_000..<20_007, referenceDay: 20_003,
            cards: [
                InsightResult(
                    title: text, value: text, iconName: text, comparison: .init(current: 7, previous: 5),
                    trend: .up, visualizationType: .number, sparklineData: points),
                InsightResult(
                    title: "Total Events", value: "123456789", iconName: "chart.bar.fill",
                    comparison: .init(current: 987_654_321, previous: 1), trend: .down,
                    visualizationType: .number),
                InsightResult(
                    title: "Top Category", value: text, iconName: "tag.fill", trend: .stable,
                    visualizationType: .badge),
                InsightResult(
                    title: text, value: "1", iconName: "flame.fill", trend: .newData,
                    visualizationType: .streak),
                InsightResult(
                    title: "Beyond the picture", value: text, iconName: "star.fill", trend: .stable,
                    visualizationType: .badge),
            ], labels: ["<i>", "&", "12am", "\"", "Wed", "30", "May"])
    }
}
