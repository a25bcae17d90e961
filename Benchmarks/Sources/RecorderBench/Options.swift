import BenchSupport

/// The command line.
struct Options {
    static let usage = """
        usage: recorder-bench [--runs K] [--events N] [--synced-events N] [--scratch DIR] [--format text|json]
                              [--only SYSTEM]

        Records from four threads with evlog, syncs grouped (N events, 1000000) and batch by batch (100000), beside
        SQLite in transactions of ten with synchronous NORMAL and FULL, and bare writes with a sync each, in turns. Files are made in a new folder in DIR
        (the current one) and removed afterwards. SYSTEM is evlog-grouped, sqlite-normal, evlog-each-batch, sqlite-full or
        bare.
        """

    var runs = 5
    var events = 1_000_000
    var syncedEvents = 100_000
    var scratch = "."
    var isJSON = false
    var systems = Benchmark.System.allCases

    init(_ arguments: some Sequence<String>) throws {
        var words = arguments.makeIterator()
        while let word = words.next() {
            guard let value = words.next() else { throw Failure(Self.usage) }
            switch word {
            case "--runs": runs = try Self.number(value, word)
            case "--events": events = try Self.wholeBatches(value, word)
            case "--synced-events": syncedEvents = try Self.wholeBatches(value, word)
            case "--scratch": scratch = value
            case "--only":
                systems = Benchmark.System.allCases.filter { $0.rawValue == value }
                guard !systems.isEmpty else { throw Failure("--only '\(value)': no such system") }
            case "--format":
                guard ["text", "json"].contains(value) else { throw Failure("--format is text or json") }
                isJSON = value == "json"
            default: throw Failure("unknown argument '\(word)'\n\(Self.usage)")
            }
        }
    }

    private static func number(_ text: String, _ option: String) throws -> Int {
        guard let number = Int(text), (1...100_000_000).contains(number) else {
            throw Failure("\(option) takes a number from 1 to 100000000")
        }
        return number
    }

    /// The same number of whole batches on each thread.
    private static func wholeBatches(_ text: String, _ option: String) throws -> Int {
        let unit = Benchmark.threads * Benchmark.batch
        return max(1, try number(text, option) / unit) * unit
    }
}
