/// Numbers of things in sentences.
enum Plural {
    /// `1 record`, `2 records`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
