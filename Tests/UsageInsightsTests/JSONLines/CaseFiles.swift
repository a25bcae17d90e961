import Foundation

/// The small inputs of real reports: copies, so that the tests run from a clone alone.
enum CaseFiles {
    static let inline: [String: String] = [
        "03_negative_gap_and_negative_duration": """
        {"type":"afk","timestamp":"2020-03-30T10:00:00Z","duration":60}
        {"type":"afk","timestamp":"2020-03-30T10:00:30Z","duration":10}
        {"type":"afk","timestamp":"2020-03-30T09:59:59Z","duration":-3}

        """,
        "04_true_duplicates_must_survive": """
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"a.go"},"duration":null}
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"a.go"},"duration":null}
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"b.go"},"duration":null}

        """,
        "06_two_events_only": """
        {"type":"beat","timestamp":"2023-01-01T00:00:00Z"}
        {"type":"beat","timestamp":"2023-01-01T00:00:00Z"}

        """,
        "16_before_epoch": """
        {"type":"x","timestamp":"1969-12-31T23:00:00Z"}
        {"type":"x","timestamp":"1970-01-01T00:00:00+01:00"}

        """,
        "18_nul_filled_after_crash": """
        {"type":"x","timestamp":"2021-08-28T10:00:00Z"}
        \(String(repeating: "\0", count: 43))
        {"type":"x","timestamp":"2021-08-28T10:00:01Z"}

        """,
        "19_end_before_start": """
        {"type":"t","timestamp":"2024-01-18T10:00:00Z","end":"2024-01-18T09:00:00Z"}

        """,
        "20_vertical_tab_and_control_chars": """
        {"type":"note","timestamp":"2022-11-12T10:00:00Z","metadata":{"note":"a\\u000bb"}}
        {"type":"note","timestamp":"2022-11-12T10:00:01Z","metadata":{"note":"a\u{b}b"}}

        """,
        "25_fraction_digits_0_to_9": """
        {"type":"x","timestamp":"2018-08-17T02:14:02Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.6Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.66Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.662Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.6627Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.662762Z"}
        {"type":"x","timestamp":"2018-08-17T02:14:02.662762123Z"}

        """,
        "26_offset_spellings": """
        {"type":"x","timestamp":"2024-12-03T15:28:23+09:00"}
        {"type":"x","timestamp":"2024-12-03T15:28:23+0900"}
        {"type":"x","timestamp":"2024-12-03T15:28:23+09"}
        {"type":"x","timestamp":"2024-12-03T15:28:23 +09:00"}
        {"type":"x","timestamp":"2024-12-03 15:28:23+09:00"}
        {"type":"x","timestamp":"2024-12-03t15:28:23z"}
        {"type":"x","timestamp":"2024-12-03T15:28:23-00:00"}
        {"type":"x","timestamp":"2024-12-03T15:28:23"}
        {"type":"x","timestamp":"2024-12-03T15:28:23,5+09:00"}
        {"type":"x","timestamp":"2024-12-03T15:28:23+05:45"}
        {"type":"x","timestamp":"20241203T152823Z"}
        {"type":"x","timestamp":"2024-W49-2T15:28:23Z"}

        """,
        "34_seconds_or_milliseconds": """
        {"type":"x","timestamp":1588204800}
        {"type":"x","timestamp":1588204800000}
        {"type":"x","timestamp":1588204800000000}
        {"type":"x","timestamp":"1588204800"}
        {"type":"x","timestamp":1588204800.25}
        {"type":"x","timestamp":1.5882048e9}

        """,
        "37_streak_over_dst": """
        {"type":"checkin","timestamp":"2017-03-24T12:00:00+01:00"}
        {"type":"checkin","timestamp":"2017-03-25T23:59:00+01:00"}
        {"type":"checkin","timestamp":"2017-03-26T00:30:00+01:00"}
        {"type":"checkin","timestamp":"2017-03-27T00:10:00+02:00"}
        {"type":"checkin","timestamp":"2025-10-25T23:30:00+02:00"}
        {"type":"checkin","timestamp":"2025-10-26T23:30:00+01:00"}
        {"type":"checkin","timestamp":"2025-10-27T00:30:00+01:00"}

        """,
        "41_identical_line_reordered_keys": """
        {"type":"dose","timestamp":"2025-01-01T08:00:00Z","metadata":{"name":"Supplement 01","mg":"50"},"duration":null}
        {"metadata":{"mg":"50","name":"Supplement 01"},"duration":null,"timestamp":"2025-01-01T08:00:00.000Z","type":"dose"}

        """,
        "42_nonstring_metadata": #"{"type":"x","timestamp":"2025-01-01T00:00:00Z","metadata":{"tabCount":10,"#
            + #""audible":false,"tags":["a"],"nested":{"a":1},"n":null,"":"empty key"},"duration":"12"}"#
            + "\n",
        "43_truncated_last_line": """
        {"type":"x","timestamp":"2025-01-01T00:00:00Z"}
        {"type":"x","timestamp":"2025-01-0
        """,
    ]

    /// The file beside the repository, where there is one.
    static func shared(_ name: String) -> [UInt8]? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let cases =
            ProcessInfo.processInfo.environment["EVLOG_CASES"].map { URL(filePath: $0) }
            ?? root.appending(path: "../shared/cases")
        return (try? Data(contentsOf: cases.appending(path: "\(name).jsonl"))).map { [UInt8]($0) }
    }
}
