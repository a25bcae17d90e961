import Foundation
import Testing

@testable import EvlogCLI

@Suite struct JSONWriterTests {
    private func written(
        _ style: JSONWriter.Style, _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> String {
        let collector = Collector()
        var json = JSONWriter(collector.makeBuffer(), style: style)
        try body(&json)
        try? json.finish()
        return collector.text
    }

    @Test func emptyLists() {
        #expect(written(.array) { _ in } == "[]\n")
        #expect(written(.lines) { _ in } == "")
    }

    @Test(arguments: [
        (JSONWriter.Style.array, "[\n{\"n\":1,\"t\":\"a\"},\n{\"n\":2,\"t\":null}\n]\n"),
        (.lines, "{\"n\":1,\"t\":\"a\"}\n{\"n\":2,\"t\":null}\n"),
    ])
    func rows(_ style: JSONWriter.Style, _ expected: String) throws {
        let text = try written(style) { json in
            json.beginRow()
            json.field("n", 1)
            json.field("t", "a")
            try json.endRow()
            json.beginRow()
            json.field("n", 2)
            json.field("t", nil as String?)
            try json.endRow()
        }
        #expect(text == expected)
    }

    @Test func nesting() throws {
        let text = try written(.lines) { json in
            json.beginRow()
            json.key("groups")
            json.beginObject()
            json.field("type", "x")
            json.field("k", true)
            json.endObject()
            json.key("empty")
            json.beginObject()
            json.endObject()
            json.key("list")
            json.beginArray()
            json.value(1)
            json.beginArray()
            json.value(-2.5)
            json.null()
            json.endArray()
            json.value("s")
            json.beginObject()
            json.endObject()
            json.endArray()
            json.field("last", false)
            try json.endRow()
            json.beginRow()
            try json.endRow()
        }
        #expect(
            text == """
                {"groups":{"type":"x","k":true},"empty":{},"list":[1,[-2.5,null],"s",{}],"last":false}
                {}

                """)
    }

    @Test(arguments: [
        ("plain", "plain"), ("\"\\/", "\\\"\\\\/"), ("\u{8}\t\n\u{C}\r", "\\b\\t\\n\\f\\r"),
        ("\u{0}\u{1F}\u{7F}", "\\u0000\\u001f\\u007f"), ("\u{80}\u{9F}\u{A0}é", "\\u0080\\u009f\u{A0}é"),
        ("a\u{9B}b", "a\\u009bb"), ("日👩‍👩‍👧\u{2028}", "日👩‍👩‍👧\u{2028}"), ("", ""), ("©\u{85}©", "©\\u0085©"),
    ])
    func escapes(_ text: String, _ expected: String) throws {
        let plain = try written(.lines) { json in
            json.beginRow()
            json.field(text, text)
            try json.endRow()
        }
        #expect(plain == "{\"\(expected)\":\"\(expected)\"}\n")
        let bytes = try written(.lines) { json in
            json.beginRow()
            json.key("k")
            Array(text.utf8).withUnsafeBufferPointer { json.value(utf8: $0) }
            try json.endRow()
        }
        #expect(bytes == "{\"k\":\"\(expected)\"}\n")
    }

    @Test func everyScalarReadsBack() throws {
        var view = String.UnicodeScalarView()
        for value in UInt32(0)...0x10FFF { if let scalar = Unicode.Scalar(value) { view.append(scalar) } }
        let all = String(view)
        let text = try written(.lines) { json in
            json.beginRow()
            json.field("all", all)
            try json.endRow()
        }
        let read = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(read["all"].map { Array($0.utf8) } == Array(all.utf8))
    }

    @Test func invalidBytesAreRepaired() throws {
        let text = try written(.lines) { json in
            json.beginRow()
            json.key("k")
            for bytes in [[0x61, 0xC2] as [UInt8]] { bytes.withUnsafeBufferPointer { json.value(utf8: $0) } }
            try json.endRow()
        }
        #expect(text == "{\"k\":\"a\u{FFFD}\"}\n")
    }

    @Test(arguments: [
        (45.0, "45"), (0.1, "0.1"), (-0.0, "-0"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
        (.nan, "null"),
        (.infinity, "null"), (-.infinity, "null"), (1.0 / 3, "0.3333333333333333"),
        (9_007_199_254_740_991, "9007199254740991"),
    ])
    func doubles(_ number: Double, _ expected: String) throws {
        let text = try written(.lines) { json in
            json.beginRow()
            json.field("d", number)
            try json.endRow()
        }
        #expect(text == "{\"d\":\(expected)}\n")
        let read = try JSONDecoder().decode([String: Double?].self, from: Data(text.utf8))
        if number.isFinite { #expect(read["d"] == number) }
    }

    @Test func integersAndSeconds() throws {
        let text = try written(.lines) { json in
            json.beginRow()
            json.field("min", Int64.min)
            json.field("max", UInt64.max)
            json.field("s", secondsFromMicroseconds: 27_400_000)
            json.field("none", secondsFromMicroseconds: nil)
            json.field("noInt", nil as Int64?)
            json.field("noDouble", nil as Double?)
            try json.endRow()
        }
        #expect(
            text == """
                {"min":-9223372036854775808,"max":18446744073709551615,"s":27.4,"none":null,"noInt":null,\
                "noDouble":null}

                """)
    }

    @Test func rowsLeaveAsTheyCome() throws {
        let collector = Collector()
        var json = JSONWriter(collector.makeBuffer(), style: .lines)
        json.beginRow()
        try json.endRow()
        #expect(collector.bytes.isEmpty)
        try json.flush()
        #expect(collector.text == "{}\n")
    }
}
