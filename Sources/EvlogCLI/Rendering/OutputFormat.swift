/// How a command prints its answer: `--format`.
enum OutputFormat: String, Sendable, CaseIterable {
    case table, json, jsonl, csv
}
