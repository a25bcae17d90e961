import Testing

@testable import UsageInsights

@Suite struct DatePatternTests {
    private static func read(_ pattern: String, _ text: String) throws -> String? {
        let reading = try DatePattern(pattern).read(text)
        guard let reading else { return nil }
        func write(_ microseconds: Int64, _ offset: Int16) -> String {
            withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 8) { buffer in
                let count = RFC3339.format(microseconds, offsetMinutes: Int(offset), into: buffer)
                return String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
        switch reading {
        case .wallTime(let wall): return String(write(wall, 0).dropLast(6))
        case .instant(let instant, let offset): return write(instant, offset)
        case .failure: return "failure"
        }
    }

    @Test(arguments: [
        ("dd/MM/yyyy HH:mm", "03/04/2025 23:50", "2025-04-03T23:50:00"),
        ("dd/MM/yyyy HH:mm", "3/4/2025 9:05", "2025-04-03T09:05:00"),
        ("MM/dd/yyyy", "03/04/2025", "2025-03-04T00:00:00"),
        ("M/d/yy h:mm a", "3/4/25 12:05 AM", "2025-03-04T00:05:00"),
        ("M/d/yy h:mm a", "3/4/25 12:05 PM", "2025-03-04T12:05:00"),
        ("h:mma d.M.yyyy", "2:00pm 4.3.2025", "2025-03-04T14:00:00"),
        ("EEEE, MMMM d, yyyy", "Saturday, march 27, 2021", "2021-03-27T00:00:00"),
        ("d MMM yyyy", "1 Sept 2021", "2021-09-01T00:00:00"),
        ("d MMM yyyy", "1 Sep. 2021", "2021-09-01T00:00:00"),
        ("dd.MMM.yyyy", "03.Feb.2025", "2025-02-03T00:00:00"),
        ("d MMM. yyyy", "3 Feb. 2025", "2025-02-03T00:00:00"),
        ("yyyyMMdd'T'HHmmss", "20210327T203900", "2021-03-27T20:39:00"),
        ("yyyy-MM-dd HH:mm:ss.SSS", "2021-03-27 20:39:01.1234567", "2021-03-27T20:39:01.123456"),
        ("yyyy-MM-dd HH:mm:ss.SSS", "2021-03-27 20:39:01.5", "2021-03-27T20:39:01.500"),
        ("yyyy-MM-dd HH:mm:ss", "2021-12-31 23:59:60", "2022-01-01T00:00:00"),
        ("dd/MMM/yyyy:HH:mm:ss Z", "10/Oct/2000:13:55:36 -0700", "2000-10-10T13:55:36-07:00"),
        ("dd.MM.yyyy HH:mmXXX", "10.10.2000 13:55+05:45", "2000-10-10T13:55:00+05:45"),
        ("dd.MM.yyyy HH:mm X", "10.10.2000 13:55 Z", "2000-10-10T13:55:00+00:00"),
        ("HH 'o''clock', d.M.yyyy", "9 o'clock, 1.2.2003", "2003-02-01T09:00:00"),
        ("M/d/yyyy h:mm a", "3/4/2025 1:00\u{202f}PM", "2025-03-04T13:00:00"),
        ("dd/MM/yyyy", "  29/02/2024  ", "2024-02-29T00:00:00"),
        ("dd/MM/yyyy HH:mm", "03/04/2025    23:50", "2025-04-03T23:50:00"),
    ]) func timesAreRead(pattern: String, text: String, expected: String) throws {
        #expect(try Self.read(pattern, text) == expected)
    }

    @Test(arguments: [
        ("dd/MM/yyyy", "29/02/2025"), ("dd/MM/yyyy", "04/13/2025"), ("dd/MM/yyyy", "1/2/25"),
        ("dd/MM/yyyy", "01/02/20255"), ("dd/MM/yyyy", "01-02-2025"), ("dd/MM/yyyy", "01/02/2025x"),
        ("dd/MM/yyyy", ""), ("dd/MM/yyyy", "0/1/2025"), ("dd/MM/yyyy HH:mm", "01/02/2025 24:00"),
        ("dd/MM/yyyy HH:mm", "01/02/2025 23:60"), ("dd/MM/yyyy h:mm a", "01/02/2025 13:00 PM"),
        ("dd/MM/yyyy h:mm a", "01/02/2025 0:30 AM"), ("d MMM yyyy", "1 Ma 2021"),
        ("d MMM yyyy", "1 Marz 2021"),
        ("dd/MM/yyyy HH:mm Z", "01/02/2025 10:00 +25:00"), ("dd/MM/yyyy HH:mm Z", "01/02/2025 10:00 +1"),
        ("yyyyMMdd", "2021327"), ("yyyyMMdd", "2025012"), ("d.M.yyyy HHmm", "1.2.2003 103"),
        ("yyyyMMdd", "0000-1-1"), ("dd/MM/yyyy", "٠١/٠٢/٢٠٢٥"),
        ("dd/MM/yyyy", "-1/02/2025"), ("dd/MM/yyyy HH:mm:ss.S", "01/02/2025 10:00:00."),
    ]) func othersAreNot(pattern: String, text: String) throws {
        #expect(try Self.read(pattern, text) == nil)
    }

    @Test(arguments: [
        "", "HH:mm", "dd/MM", "yyyy", "dd/mm/yyyy", "DD/MM/YYYY", "dd/MM/yyy", "dd/MM/yyyy hh:mm",
        "dd/MM/yyyy HH:mm a", "dd/MM/yyyy mm", "dd/MM/yyyy HH:ss", "dd/MM/yyyy HH:mm.S", "d MM MMM yyyy",
        "dd/MM/yyyy dd", "yy yyyy-MM-dd", "dd/MM/yyyy 'T", "%d/%m/%Y", "dd/MM/yyyy z",
    ]) func badPatternsAreRefused(pattern: String) {
        #expect(throws: RefusedExpression.self) { try DatePattern(pattern) }
    }
}
