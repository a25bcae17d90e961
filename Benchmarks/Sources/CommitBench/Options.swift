import BenchSupport

/// The command line: `commit-bench [--runs K] [--scratch DIR] [--format text|json] [--no-sqlite]`.
struct Options {
    static let usage = """
        usage: commit-bench [--runs K] [--scratch DIR] [--format text|json] [--no-sqlite]

        Commits ten events at a time, synced, with evlog and with SQLite, beside a bare write of as many bytes.
        Files are made in a new folder in DIR (the current one) and removed afterwards.
        """

    var runs = 5
    var scratch = "."
    var isJSON = false
    var wantsSQLite = true

    init(_ arguments: some Sequence<String>) throws {
        var words = arguments.makeIterator()
        func value(_ option: String) throws -> String {
            guard let value = words.next() else { throw Failure("\(option) needs a value\n\(Self.usage)") }
            return value
        }
        while let word = words.next() {
            switch word {
            case "--runs":
                guard let count = Int(try value(word)), (1...1000).contains(count) else {
                    throw Failure("--runs takes a number from 1 to 1000")
                }
                runs = count
            case "--scratch": scratch = try value(word)
            case "--format":
                let format = try value(word)
                guard ["text", "json"].contains(format) else { throw Failure("--format is text or json") }
                isJSON = format == "json"
            case "--no-sqlite": wantsSQLite = false
            default: throw Failure("unknown argument '\(word)'\n\(Self.usage)")
            }
        }
    }
}
